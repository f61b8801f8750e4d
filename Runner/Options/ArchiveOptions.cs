using CommandLine;

namespace DbIngest.Runner.Options;

/// <summary>
/// The options of the verb <c>archive</c>, which packs a result into one file. <c>ArchiveVerb</c> executes them. It must never
/// change the result folder.
/// </summary>
[Verb("archive", HelpText = "Pack a result into one file for an archive or a reviewer: data, report, how to check and repeat it.")]
internal sealed class ArchiveOptions
{
    [Value(0, MetaName = "DIR", HelpText = "The result folder.")]
    public string? Folder { get; init; }

    [Option("out", MetaValue = "FILE", HelpText = "The file. Default: the folder's name with .tar.gz, in the current folder.")]
    public string? Out { get; init; }

    [Option("sign", MetaValue = "KEY",
        HelpText = "Sign the checksums with this OpenSSH private key (ssh-keygen -Y sign). Without it, the file is not signed.")]
    public string? Sign { get; init; }

    [Option("licence", MetaValue = "NAME",
        HelpText = "Licence of the data, for its README: an SPDX name such as CC-BY-4.0. Without it, the README says that none "
            + "is stated.")]
    public string? Licence { get; init; }

    [Option("force", HelpText = "Replace the file if it exists.")]
    public bool Force { get; init; }
}
