using System.Diagnostics.CodeAnalysis;

namespace DbIngest.Core.Plan;

/// <summary>
/// An axis whose values have their own notation, for example <c>5+3</c>. <see cref="SweepAxes"/> registers instances. Each has
/// the function that parses its values. Keys of points contain the texts, so none may change.
/// </summary>
/// <typeparam name="T">The type. Its text is the same in every culture, and different values have different texts.</typeparam>
public sealed class TextAxis<T> : Axis<T>
    where T : class
{
    /// <summary>Parses a text.</summary>
    /// <param name="text">The text.</param>
    /// <param name="value">The value, if the text is valid.</param>
    /// <returns>True if the text is valid.</returns>
    public delegate bool Reading(string? text, [NotNullWhen(true)] out T? value);

    /// <summary>
    /// Parses what the value's text writes, and other notations that users may write. Journals contain texts, so an accepted
    /// text must stay accepted.
    /// </summary>
    public required Reading Reads { get; init; }

    /// <summary>Converts a value to a number for plots.</summary>
    public Func<T, double> Measures { get; init; } = static _ => double.NaN;

    /// <summary>Writes a value for tables. Null to use its text.</summary>
    public Func<T, string>? Shows { get; init; }

    /// <summary>Groups values that a plot may join by a line. Null if it may join all.</summary>
    public Func<T, string>? Kinds { get; init; }

    /// <summary>Title of a plot's axis if it depends on the value, else null.</summary>
    public Func<T, string>? Titles { get; init; }

    /// <summary>The largest value in words of the help. Null if there is none.</summary>
    public string? MaximumText { get; init; }

    /// <inheritdoc/>
    public override string? Maximum => MaximumText;

    /// <inheritdoc/>
    public override bool IsNumber => false;

    /// <inheritdoc/>
    public override string? PlotTitleOf(AxisValues values) => TryGet(values, out var value) && Titles is not null ? Titles(value)
        : PlotTitle;

    /// <inheritdoc/>
    public override string KindOf(AxisValues values) => TryGet(values, out var value) && Kinds is not null ? Kinds(value)
        : string.Empty;

    /// <inheritdoc/>
    protected override string Write(T value) => value.ToString()!;

    /// <inheritdoc/>
    protected override string Show(T value) => Shows?.Invoke(value) ?? Write(value);

    /// <inheritdoc/>
    protected override double Measure(T value) => Measures(value);

    /// <inheritdoc/>
    protected override bool TryRead(string text, [NotNullWhen(true)] out T? value) => Reads(text, out value);
}
