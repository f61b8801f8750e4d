namespace DbIngest.Runner.Checking;

/// <summary>
/// Refuses a missing file of <c>--signers</c>, which lists whose signatures count. <c>report --check</c> and <c>publish</c> call
/// it before any check. It does not read the file: <c>ssh-keygen</c> does later.
/// </summary>
internal static class SignersFile
{
    /// <summary>Refuses a missing file: without it, no signature could be matched to a person.</summary>
    /// <param name="path">The option's value. Null without the option, which is no fault.</param>
    /// <exception cref="UsageException">The file does not exist.</exception>
    public static void Require(string? path)
    {
        if (path is not null && !File.Exists(path))
        {
            throw new UsageException($"--signers {path}: there is no such file; write one with 'NAME KEYTYPE KEY' per line, as "
                + "OpenSSH's allowed_signers.");
        }
    }
}
