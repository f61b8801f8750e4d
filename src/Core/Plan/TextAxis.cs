using System.Diagnostics.CodeAnalysis;

namespace DbIngest.Core.Plan;

/// <summary>An axis of values that have a notation of their own.</summary>
/// <typeparam name="T">Their type; its text, the same in every culture, tells different values apart.</typeparam>
public sealed class TextAxis<T> : Axis<T>
    where T : class
{
    /// <summary>Reads a text.</summary>
    /// <param name="text">The text.</param>
    /// <param name="value">The value, when the text is one.</param>
    /// <returns>Whether the text is one.</returns>
    public delegate bool Reading(string? text, [NotNullWhen(true)] out T? value);

    /// <summary>Reads what the value's text writes, and what a user may write besides.</summary>
    public required Reading Reads { get; init; }

    /// <summary>A value as a number, for plots.</summary>
    public Func<T, double> Measures { get; init; } = static _ => double.NaN;

    /// <summary>A value as tables show it; null where that is its text.</summary>
    public Func<T, string>? Shows { get; init; }

    /// <summary>What values must share for a line to join them, as tables call it; null where all may be joined.</summary>
    public Func<T, string>? Kinds { get; init; }

    /// <summary>The title as the axis of a plot where it depends on the value; null where it does not.</summary>
    public Func<T, string>? Titles { get; init; }

    /// <summary>The largest value, in words of the help; null where there is none.</summary>
    public string? MaximumText { get; init; }

    /// <inheritdoc/>
    public override string? Maximum => MaximumText;

    /// <inheritdoc/>
    public override bool IsNumber => false;

    /// <inheritdoc/>
    public override string? PlotTitleOf(AxisValues values) => TryGet(values, out var value) && Titles is not null ? Titles(value) : PlotTitle;

    /// <inheritdoc/>
    public override string KindOf(AxisValues values) => TryGet(values, out var value) && Kinds is not null ? Kinds(value) : string.Empty;

    /// <inheritdoc/>
    protected override string Write(T value) => value.ToString()!;

    /// <inheritdoc/>
    protected override string Show(T value) => Shows?.Invoke(value) ?? Write(value);

    /// <inheritdoc/>
    protected override double Measure(T value) => Measures(value);

    /// <inheritdoc/>
    protected override bool TryRead(string text, [NotNullWhen(true)] out T? value) => Reads(text, out value);
}
