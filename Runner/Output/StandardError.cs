namespace DbIngest.Runner.Output;

/// <summary>
/// Guards what is written to standard error. A terminal that has gone, or a file on a disk that is full, takes nothing more, and
/// that must end no measurement. <see cref="Screen"/> writes remarks through it, <c>Reporter</c> progress.
/// </summary>
internal static class StandardError
{
    /// <summary>Writes, and gives up what cannot be written.</summary>
    /// <param name="write">Writes to standard error.</param>
    /// <returns>False if it was not all written.</returns>
    public static bool TryWrite(Action write)
    {
        try
        {
            write();
            return true;
        }
        catch (IOException)
        {
            return false;
        }
    }
}
