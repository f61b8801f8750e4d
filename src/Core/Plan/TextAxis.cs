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

    /// <summary>The largest value, in words of the help; null where there is none.</summary>
    public string? MaximumText { get; init; }

    /// <inheritdoc/>
    public override string? Maximum => MaximumText;

    /// <inheritdoc/>
    public override bool IsNumber => false;

    /// <inheritdoc/>
    protected override string Write(T value) => value.ToString()!;

    /// <inheritdoc/>
    protected override double Measure(T value) => Measures(value);

    /// <inheritdoc/>
    protected override bool TryRead(string text, [NotNullWhen(true)] out T? value) => Reads(text, out value);
}
