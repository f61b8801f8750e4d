namespace DbIngest.Abstractions.Targets;

/// <summary>
/// A password or key. The command line wraps it on reading, and it travels wrapped until a client logs in. Its text is four
/// stars, so that messages, logs and journals cannot contain it by accident.
/// </summary>
/// <param name="value">The secret in clear text.</param>
public sealed class Secret(string value)
{
    private readonly string _value = value;

    /// <summary>Returns the secret in clear text. Only the code that logs in may call it.</summary>
    public string Reveal() => _value;

    /// <inheritdoc/>
    public override string ToString() => "****";
}
