using System.Net;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Http;

/// <summary>
/// An HTTP connection that is opened on first use and reopened after a failure. Targets, writers, audits and questions of the
/// HTTP databases hold one each, and so does <c>ServiceWriter</c>, which writes through the HTTP service. <c>ServiceProbe</c>
/// opens one per request to that service. One thread uses it. Another thread may call <see cref="Close"/> or <see cref="Cut"/> to
/// fail a pending request. It never repeats a request.
/// </summary>
/// <param name="server">The address to connect to.</param>
/// <param name="options">Timeouts, encryption and credentials.</param>
internal sealed class HttpSession(EndPoint server, HttpConnectionOptions options) : IDisposable
{
    private HttpConnection? _connection;
    private volatile bool _isCut;

    /// <summary>Returns the connection, and opens one if there is none or the last one broke.</summary>
    /// <exception cref="DbIngest.Wire.ConnectionLostException">The server does not accept the connection.</exception>
    public HttpConnection Connection()
    {
        if (_connection is not { IsBroken: false })
        {
            _connection?.Dispose();
            Volatile.Write(ref _connection, HttpConnection.Open(server, options));
            if (_isCut)
            {
                _connection!.Dispose();
            }
        }

        return _connection!;
    }

    /// <summary>
    /// The connection on which a request is under way. <see cref="Connection"/> must not be called then: an answer that has
    /// arrived before it is read looks like the end of the connection. Null before the first use.
    /// </summary>
    public HttpConnection? Pending => Volatile.Read(ref _connection);

    /// <summary>Closes the connection. A pending request fails at once. The next use opens a new connection.</summary>
    public void Close() => Volatile.Read(ref _connection)?.Dispose();

    /// <summary>Closes the connection and every later one. Called on cancellation.</summary>
    public void Cut()
    {
        _isCut = true;
        Close();
    }

    /// <summary>Creates an object that owns a session. If the creation fails, disposes the session.</summary>
    /// <typeparam name="T">The type of the owner.</typeparam>
    /// <param name="session">The session to hand over.</param>
    /// <param name="make">Creates the owner.</param>
    public static T Hand<T>(HttpSession session, Func<HttpSession, T> make)
    {
        try
        {
            return make(session);
        }
        catch
        {
            session.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _connection?.Dispose();
}
