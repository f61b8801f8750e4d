using System.Data.Common;
using System.Net.Sockets;
using DbIngest.Wire;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Runs calls of a vendor's driver under a <see cref="Deadline"/>, and turns their failures into <see cref="DriverException"/>.
/// Targets that prepare, measure or audit through a driver call it. <c>Open</c> and <c>Run</c> start a thread per call, so the
/// timed path must not call them. Writers call it only to connect, and <see cref="IsFailure"/> after a failure.
/// </summary>
internal static class DriverCalls
{
    /// <summary>True for exceptions that a client throws if the server refuses or is lost.</summary>
    /// <param name="e">The exception.</param>
    public static bool IsFailure(Exception e) =>
        e is DbException or WireException or IOException or SocketException or TimeoutException
            // Drivers throw it for a connection that has broken meanwhile, also as ObjectDisposedException.
            or InvalidOperationException;

    /// <summary>Opens a connection.</summary>
    /// <param name="requestTimeout">Timeout of one request. Opening may take three times as long plus 10 s.</param>
    /// <param name="connect">Opens the connection. If it returns too late, its result is disposed.</param>
    /// <exception cref="WireException">The server cannot be reached, or refuses.</exception>
    public static T Open<T>(TimeSpan requestTimeout, Func<T> connect)
    {
        var limit = Deadline.OfVerb(requestTimeout);
        try
        {
            return Run(
                limit,
                connect,
                $"it does not finish with the login within {limit.TotalSeconds:0} s, though it may send something now and then",
                late => (late as IDisposable)?.Dispose());
        }
        catch (Exception e) when (
            e is IndexOutOfRangeException or OutOfMemoryException or OverflowException or ArgumentOutOfRangeException
                or InvalidCastException or NullReferenceException)
        {
            // Drivers do not check the lengths and offsets of what they read.
            throw new DriverException(new InvalidDataException(
                "the server does not speak the database's protocol: the driver cannot read its answer to the login "
                + $"({e.Message})", e));
        }
    }

    /// <summary>Runs the work of a target's verb, such as Prepare, which includes opening its connection.</summary>
    /// <param name="limit">Longest duration without progress.</param>
    /// <param name="work">The work. If it is late, it goes on in the background and its result is dropped.</param>
    /// <param name="progress">A growing count, for example of rows read. Null to limit the whole work.</param>
    /// <exception cref="WireException">The server failed, refused or is late.</exception>
    public static T Run<T>(TimeSpan limit, Func<T> work, Func<long>? progress = null) => Run(
        limit,
        work,
        $"the server did not get on with it for {limit.TotalSeconds:0} s, though it may have sent something now and then: it is "
            + "not waited for. Where requests take as long, give a longer --request-timeout",
        progress: progress);

    private static T Run<T>(TimeSpan limit, Func<T> work, string tooLate, Action<T>? unwanted = null, Func<long>? progress = null)
    {
        try
        {
            return Deadline.Run(limit, work, () => new TimeoutException(tooLate), unwanted, progress);
        }
        catch (Exception e) when (e is not WireException && IsFailure(e))
        {
            throw new DriverException(e);
        }
    }
}
