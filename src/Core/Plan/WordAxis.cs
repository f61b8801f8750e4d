using System.Diagnostics.CodeAnalysis;

namespace DbIngest.Core.Plan;

/// <summary>An axis of words.</summary>
public sealed class WordAxis : Axis<string>
{
    /// <inheritdoc/>
    public override bool IsNumber => false;

    /// <inheritdoc/>
    protected override string Write(string value) => value;

    /// <inheritdoc/>
    protected override bool TryRead(string text, [NotNullWhen(true)] out string? value) => (value = text).Length > 0;
}
