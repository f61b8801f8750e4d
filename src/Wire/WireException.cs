namespace DbIngest.Wire;

/// <summary>
/// The base of all failures of a request: a lost connection (<see cref="ConnectionLostException"/>), bytes that break the
/// protocol (<see cref="WireProtocolException"/>), or an error that the server reported. Targets catch it around every use of a
/// client and decide whether a retry can help. Messages never contain credentials.
/// </summary>
/// <param name="message">What happened, without credentials.</param>
/// <param name="innerException">The cause; null if there is none.</param>
public abstract class WireException(string message, Exception? innerException) : Exception(message, innerException);
