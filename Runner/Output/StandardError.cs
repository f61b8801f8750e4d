namespace DbIngest.Runner.Output;

/// <summary>
/// Writes to standard error and drops the output if the terminal is gone, the disk of a redirected file is full, or the parent
/// process closed standard error.
/// <see cref="Screen"/> writes remarks through it, <c>Reporter</c> progress. A failed write must never end a measurement, so
/// every output to standard error beside a running sweep has to pass here.
/// </summary>
internal static class StandardError
{
    /// <summary>Calls <paramref name="write"/> and catches what the console throws if the text cannot be written.</summary>
    /// <param name="write">Writes to standard error.</param>
    /// <returns>False if the write failed. Part of the text may have been written.</returns>
    public static bool TryWrite(Action write)
    {
        try
        {
            write();
            return true;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
