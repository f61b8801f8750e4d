namespace DbIngest.Runner.Output;

/// <summary>
/// Refuses to replace existing files without <c>--force</c>, since a user may name them by accident. <c>report</c>,
/// <c>compare</c>, <c>archive</c>, <c>publish</c>, <c>advise</c> and <c>sources export</c> call it before they write anything.
/// </summary>
internal static class ExistingFiles
{
    /// <summary>Refuses to write files if one of them exists.</summary>
    /// <param name="verb">The verb that would write them, for the message.</param>
    /// <param name="files">Every file that it would write.</param>
    /// <param name="remedy">What the user can do in place of <c>--force</c>, such as "name another file".</param>
    /// <param name="force">True when the user allows to replace them.</param>
    /// <exception cref="UsageException">At least one file exists. No file was written.</exception>
    public static void Refuse(string verb, IEnumerable<string> files, string remedy, bool force)
    {
        string[] there = force ? [] : [.. files.Where(File.Exists)];
        if (there.Length > 0)
        {
            string more = there.Length == 2 ? "1 more file" : FormattableString.Invariant($"{there.Length - 1} more files");
            throw new UsageException(there.Length == 1
                ? $"{verb}: {there[0]} exists already, and nothing was written; {remedy}, or replace it with --force."
                : $"{verb}: {there[0]} and {more} exist already, and nothing was written; {remedy}, or replace them with "
                    + $"--force.");
        }
    }
}
