namespace DbIngest.Wire;

/// <summary>
/// The server sent bytes that the protocol does not allow, often because it is another kind of server. Every reader in this
/// project throws it instead of trusting what the bytes claim. The connection must be disposed.
/// </summary>
/// <param name="message">Which bytes are wrong, and how.</param>
/// <param name="innerException">The failure of decoding them; null if there is none.</param>
public sealed class WireProtocolException(string message, Exception? innerException = null)
    : WireException(message, innerException);
