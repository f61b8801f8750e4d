using System.Diagnostics;
using DbIngest.Analysis.Publish;
using DbIngest.Core.Results;
using DbIngest.Targets.Servers;

namespace DbIngest.Runner.Checking;

/// <summary>
/// Signs a list of checksums, and checks its signature, by OpenSSH's <c>ssh-keygen -Y</c> (OpenSSH's PROTOCOL.sshsig). A key
/// that a user already has for Git or a server is enough. <see cref="ResultArchive"/> signs, <see cref="ResultCheck"/> checks.
/// This program must never read the private key: only <c>ssh-keygen</c> does, for at most a minute and without asking for a
/// passphrase. A signature by a key that <c>--signers</c> does not list is a wrong one.
/// </summary>
internal static class SshSignature
{
    /// <summary>Name of the signature beside the list.</summary>
    public const string Name = Sha256Sums.Name + ".sig";

    /// <summary>The finding about a list without a signature.</summary>
    public const string NotSigned = "not signed";

    /// <summary>
    /// The namespace of the signature: <c>ssh-keygen</c> refuses a signature made for another purpose. Stored signatures contain
    /// it, so it must not change.
    /// </summary>
    private const string Purpose = "dbingest";

    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(1);

    /// <summary>Checks the signature of a list.</summary>
    /// <param name="folder">The folder of list and signature.</param>
    /// <param name="signers">
    /// A file in the format of OpenSSH's <c>allowed_signers</c>. Null checks the signature, but not whose key made it.
    /// </param>
    /// <returns>The finding. Not checked if the list has no signature or <c>ssh-keygen</c> cannot be run.</returns>
    public static CheckFinding Check(string folder, string? signers)
    {
        string list = Path.Combine(folder, Sha256Sums.Name);
        string signature = Path.Combine(folder, Name);
        if (!File.Exists(signature))
        {
            return new CheckFinding(Name, CheckState.NotChecked, NotSigned);
        }

        if (RegularFile.IsSpecial(signature))
        {
            return new CheckFinding(Name, CheckState.Wrong, RegularFile.SpecialText);
        }

        if (signers is null)
        {
            var (isRight, said) = Run(list, "-Y", "check-novalidate", "-n", Purpose, "-s", signature);
            return isRight switch
            {
                true => new CheckFinding(Name, CheckState.Right,
                    $"signed with {KeyIn(said)}; whose key that is, --signers FILE tells"),
                false => new CheckFinding(Name, CheckState.Wrong, $"no signature of {Sha256Sums.Name}: {said}"),
                null => new CheckFinding(Name, CheckState.NotChecked, said),
            };
        }

        var (found, names) = Run(null, "-Y", "find-principals", "-s", signature, "-f", signers);
        if (found != true)
        {
            return new CheckFinding(Name, found is null ? CheckState.NotChecked : CheckState.Wrong,
                found is null ? names : $"signed with a key that {signers} does not list");
        }

        string who = names.Split('\n', ',')[0].Trim();
        var (verified, words) = Run(list, "-Y", "verify", "-n", Purpose, "-s", signature, "-f", signers, "-I", who);
        return verified switch
        {
            true => new CheckFinding(Name, CheckState.Right, $"signed by {who}"),
            false => new CheckFinding(Name, CheckState.Wrong, $"no signature of {Sha256Sums.Name} by {who}: {words}"),
            null => new CheckFinding(Name, CheckState.NotChecked, words),
        };
    }

    /// <summary>Signs a list and writes the signature beside the list, with <c>.sig</c> appended to its name.</summary>
    /// <param name="list">Path of the list.</param>
    /// <param name="key">Path of the private key.</param>
    /// <exception cref="UsageException">The list could not be signed.</exception>
    public static void Sign(string list, string key)
    {
        var (isSigned, said) = Run(null, "-Y", "sign", "-f", key, "-n", Purpose, list);
        if (isSigned != true)
        {
            throw new UsageException($"--sign {key}: not signed ({said}); name an OpenSSH private key that ssh-keygen can read "
                + "without a question, or whose agent runs.");
        }
    }

    /// <summary>Runs <c>ssh-keygen</c> for at most a minute, without a terminal, so that it asks no question.</summary>
    /// <param name="input">Path of a file for standard input. Null for empty input.</param>
    /// <param name="arguments">Arguments of <c>ssh-keygen</c>.</param>
    /// <returns>
    /// True if the command succeeded, false if not, null if it could not be run or took too long. The text is its output, or
    /// else its error output.
    /// </returns>
    private static (bool? IsRight, string Said) Run(string? input, params string[] arguments)
    {
        var start = new ProcessStartInfo("ssh-keygen", arguments)
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["SSH_ASKPASS_REQUIRE"] = "never";
        try
        {
            using var process = Process.Start(start.WithoutPasswords())!;
            var answer = process.StandardOutput.ReadToEndAsync();
            var errors = process.StandardError.ReadToEndAsync();
            try
            {
                using var stream = process.StandardInput.BaseStream;
                if (input is not null)
                {
                    using var file = File.OpenRead(input);
                    file.CopyTo(stream);
                }
            }
            catch (IOException)
            {
                // ssh-keygen ended before it read all of its input. Its error output says why.
            }

            if (!process.WaitForExit(Limit))
            {
                process.Kill();
                return (null, "ssh-keygen did not end within a minute");
            }

            string said = answer.GetAwaiter().GetResult().Trim();
            string wrong = errors.GetAwaiter().GetResult().Trim();
            return (process.ExitCode == 0, said.Length > 0 ? said : wrong.ReplaceLineEndings(" "));
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return (null, "ssh-keygen is not on the PATH; install OpenSSH's client");
        }
    }

    /// <summary>The fingerprint in <c>Good "dbingest" signature with ED25519 key SHA256:...</c>.</summary>
    private static string KeyIn(string said) =>
        said.LastIndexOf("with ", StringComparison.Ordinal) is > 0 and var at ? said[(at + "with ".Length)..] : said;
}
