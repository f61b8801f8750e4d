namespace DbIngest.Runner.Output;

/// <summary>
/// Writes to standard error and drops the output if the terminal is gone, the disk of a redirected file is full, or the shell
/// closed standard error (<c>2&gt;&amp;-</c>). <see cref="Screen"/> writes remarks through it, <c>Reporter</c> progress. A failed
/// write must never end a measurement, so every output to standard error beside a running sweep has to pass here.
/// </summary>
internal static class StandardError
{
    /// <summary>Calls <paramref name="write"/> and catches its failure.</summary>
    /// <param name="write">Writes to standard error.</param>
    /// <returns>False if the write failed. Part of the text may have been written.</returns>
    public static bool TryWrite(Action write)
    {
        try
        {
            write();
            return true;
        }
        catch (Exception exception) when (IsRefusal(exception))
        {
            return false;
        }
    }

    /// <summary>
    /// True if a stream of the console takes no text. .NET reports denied access for a stream that was closed before the program
    /// started.
    /// </summary>
    public static bool IsRefusal(Exception exception) => exception is IOException or UnauthorizedAccessException;
}
