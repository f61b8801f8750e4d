namespace DbIngest.Abstractions.Targets;

/// <summary>
/// A password or key. The command line wraps it on reading, and it travels wrapped until a client logs in. Its text is four
/// stars, so that messages, logs and journals cannot contain it by accident.
/// </summary>
/// <param name="value">The secret in clear text.</param>
public sealed class Secret(string value)
{
    private readonly string _value = value;

    /// <summary>
    /// Returns the secret in clear text. Only code that logs in, that creates the login of a server, that passes it to a child
    /// process, or that removes secrets from output may call it. Never store the text or put it into a message.
    /// </summary>
    public string Reveal() => _value;

    /// <inheritdoc/>
    public override string ToString() => "****";
}
