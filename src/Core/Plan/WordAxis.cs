using System.Diagnostics.CodeAnalysis;

namespace DbIngest.Core.Plan;

/// <summary>
/// An axis whose values are words, for example names of databases. <see cref="SweepAxes"/> registers instances. Keys of points
/// contain the words, so none may be renamed.
/// </summary>
public sealed class WordAxis : Axis<string>
{
    /// <summary>Tells which words a user may choose. Null to allow all. Stored results may contain others.</summary>
    public Func<string, bool>? Allows { get; init; }

    /// <summary>Writes a word in one form, so that equal values have equal keys. Null to take words as they are.</summary>
    public Func<string, string>? Normalizes { get; init; }

    /// <inheritdoc/>
    public override bool IsNumber => false;

    /// <inheritdoc/>
    public override bool MayBeChosen(string text) => Allows?.Invoke(text) ?? true;

    /// <inheritdoc/>
    protected override string Write(string value) => value;

    /// <inheritdoc/>
    protected override bool TryRead(string text, [NotNullWhen(true)] out string? value) =>
        (value = Normalizes?.Invoke(text) ?? text).Length > 0;
}
