namespace DbIngest.Abstractions.Targets;

/// <summary>A password or key. It prints as stars, so that no message, log or journal can contain it by accident.</summary>
/// <param name="value">The secret itself.</param>
public sealed class Secret(string value)
{
    private readonly string _value = value;

    /// <summary>Hands the secret out, for the driver only.</summary>
    /// <returns>The secret in clear.</returns>
    public string Reveal() => _value;

    /// <inheritdoc/>
    public override string ToString() => "****";
}
