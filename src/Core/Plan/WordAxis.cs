using System.Diagnostics.CodeAnalysis;

namespace DbIngest.Core.Plan;

/// <summary>An axis of words.</summary>
public sealed class WordAxis : Axis<string>
{
    /// <summary>Which words a user may choose; null where there is no rule. Stored results may have others.</summary>
    public Func<string, bool>? Allows { get; init; }

    /// <inheritdoc/>
    public override bool IsNumber => false;

    /// <inheritdoc/>
    public override bool MayBeChosen(string text) => Allows?.Invoke(text) ?? true;

    /// <inheritdoc/>
    protected override string Write(string value) => value;

    /// <inheritdoc/>
    protected override bool TryRead(string text, [NotNullWhen(true)] out string? value) => (value = text).Length > 0;
}
