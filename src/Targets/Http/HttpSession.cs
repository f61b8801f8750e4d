using System.Net;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Http;

/// <summary>
/// A connection that is opened when it is needed, and again when it is gone. Used by one thread at a time; another may cut it.
/// </summary>
/// <param name="server">Where it leads.</param>
/// <param name="options">How.</param>
internal sealed class HttpSession(EndPoint server, HttpConnectionOptions options) : IDisposable
{
    private HttpConnection? _connection;
    private volatile bool _isCut;

    /// <summary>The connection, open as far as is known.</summary>
    /// <exception cref="DbIngest.Wire.ConnectionLostException">The server cannot be connected to.</exception>
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

    /// <summary>Closes the connection: what waits on it fails at once. The next is a new one.</summary>
    public void Close() => Volatile.Read(ref _connection)?.Dispose();

    /// <summary>Closes the connection, and every one after it.</summary>
    public void Cut()
    {
        _isCut = true;
        Close();
    }

    /// <summary>Makes something that a session belongs to from then on; a session whose owner is not made is closed.</summary>
    /// <typeparam name="T">The owner.</typeparam>
    /// <param name="session">The session.</param>
    /// <param name="make">Makes the owner.</param>
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
