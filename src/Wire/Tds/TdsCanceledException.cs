namespace DbIngest.Wire.Tds;

/// <summary>
/// Another thread cancelled the request with <see cref="TdsConnection.Cancel"/>, as <c>SqlServerSessions</c> does when its
/// caller's token is triggered, and the server has confirmed it. The thread that waits for the request gets it. The connection
/// stays usable.
/// </summary>
public sealed class TdsCanceledException() : WireException("The request was cancelled.", innerException: null);
