using System.Data.Common;
using System.Net.Sockets;
using DbIngest.Wire;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Runs the calls of a vendor's driver for targets whose verbs it serves: under a <see cref="Deadline"/>, its failures as
/// <see cref="DriverException"/>. Never called on the timed path.
/// </summary>
internal static class DriverCalls
{
    /// <summary>Whether an exception is a client's or the server's, rather than a fault of this program.</summary>
    /// <param name="e">The exception.</param>
    public static bool IsFailure(Exception e) =>
        e is DbException or WireException or IOException or SocketException or TimeoutException
            // The driver's answer on a connection that was broken in the meantime; ObjectDisposedException is one.
            or InvalidOperationException;

    /// <summary>Opens a connection.</summary>
    /// <param name="requestTimeout">How long a request may take; opening may take a few.</param>
    /// <param name="connect">Opens it.</param>
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

    /// <summary>Runs the work of a verb, with the opening of its connection.</summary>
    /// <param name="limit">How long the work may take without progress.</param>
    /// <param name="work">The work. It is left behind when it is late.</param>
    /// <param name="progress">As of <see cref="Deadline"/>: rows that were read, for example; null where there is none.</param>
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
