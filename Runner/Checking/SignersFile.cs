namespace DbIngest.Runner.Checking;

/// <summary>Checks the option <c>--signers</c> of the verbs that have it.</summary>
internal static class SignersFile
{
    /// <summary>Refuses a missing file: without it, no signature could be matched to a person.</summary>
    /// <param name="path">The option's value; null without it.</param>
    /// <exception cref="UsageException">There is no such file.</exception>
    public static void Require(string? path)
    {
        if (path is not null && !File.Exists(path))
        {
            throw new UsageException($"--signers {path}: there is no such file; write one with 'NAME KEYTYPE KEY' per line, as "
                + "OpenSSH's allowed_signers.");
        }
    }
}
