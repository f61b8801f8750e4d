using System.Net.Sockets;

namespace DbIngest.Core.Targets;

/// <summary>
/// Recognizes that the operating system ran out of a resource, such as threads or open files, and names the remedy.
/// <see cref="TargetGuard"/> asks it about a failed trial, <c>StepFailure</c> about a failed step of <c>advise</c>,
/// <c>ResultCheck</c> about a failed check, and <c>ProgramExit</c> before the program reports a defect. It frees nothing, and it
/// allocates little, because memory may be short.
/// </summary>
public static class ResourceLack
{
    private const int TooManyInProcess = 24;
    private const int TooManyInSystem = 23;

    /// <summary>Names the missing resource.</summary>
    /// <param name="exception">Any exception.</param>
    /// <returns>The resource and the remedy. Null for another cause.</returns>
    public static string? Of(Exception exception)
    {
        for (Exception? cause = exception; cause is not null; cause = cause.InnerException)
        {
            if (Is(cause) is { } lack)
            {
                return lack;
            }
        }

        return null;
    }

    private static string? Is(Exception cause) => cause switch
    {
        OutOfMemoryException => $"The system gives no more memory or threads ({cause.Message.TrimEnd('.')}). "
            + "Give fewer --sources or --in-flight or a smaller --batch, or raise what limits this process: its memory "
            + "(ulimit -v, a container's or control group's limit), its threads (ulimit -u).",
        SocketException { SocketErrorCode: SocketError.TooManyOpenSockets }
            or IOException { HResult: TooManyInProcess or TooManyInSystem } =>
            $"The system opens no more files or sockets ({cause.Message.TrimEnd('.')}). "
            + "Give fewer --sources or --in-flight, or raise the limit of open files (ulimit -n).",
        _ => null,
    };
}
