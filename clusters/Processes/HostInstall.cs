using System.Security.Cryptography;
using DbIngest.Clusters.Hosts;
using DbIngest.Targets.Deploying;

namespace DbIngest.Clusters.Processes;

/// <summary>
/// Installs the vendor's programs on a node's machine, unless they are there: a package by <c>apt-get</c> or <c>dnf</c>, or an
/// archive of this machine, whose checksum it compares first. <see cref="ProcessUp"/> runs it before each start of a node. A
/// package stays when the deployment is removed, and an installed one is never upgraded. An archive is unpacked in the node's
/// folder and is deleted with it.
/// </summary>
/// <param name="folder">The node's folder.</param>
/// <param name="context">Tells the user of steps that take time.</param>
/// <param name="cancellation">Kills the running step.</param>
internal sealed class HostInstall(NodeFolder folder, ClusterContext context, CancellationToken cancellation)
{
    // An installed package is not upgraded: another deployment may use it.
    private const string Package =
        """
        name=${1%%=*}
        if command -v apt-get >/dev/null; then
          dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' && exit 0
          # Another node of this host may be at it. dnf waits anyway.
          export DEBIAN_FRONTEND=noninteractive
          apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=1500 "$1" >&2
        elif command -v dnf >/dev/null; then
          rpm -q "$name" >/dev/null && exit 0
          dnf install -y -q "$(printf '%s' "$1" | tr = -)" >&2
        else
          echo "there is neither apt-get nor dnf" >&2; exit 1
        fi
        """;

    /// <summary>Installs package and archive.</summary>
    /// <param name="wanted">The section <c>install</c> of the file; null for none.</param>
    /// <exception cref="ClusterException">A step fails, or the archive has another checksum.</exception>
    public void Install(DeploymentInstall? wanted)
    {
        if (wanted?.Package is { } package)
        {
            context.Say($"Installing {package} on {folder.Shell.Name}, unless it is there.");
            folder.Shell.Must($"Installing {package}", Package, [package], cancellation: cancellation,
                timeout: HostShell.LongTimeout);
        }

        if (wanted?.Archive is { } archive && !folder.Has("home", cancellation))
        {
            Check(archive, wanted.Sha256);
            context.Say($"Unpacking {Path.GetFileName(archive)} on {folder.Shell.Name}.");
            folder.Unpack(archive, cancellation);
        }
    }

    private static void Check(string archive, string? sha256)
    {
        try
        {
            using var file = File.OpenRead(archive);
            if (sha256 is not null && Convert.ToHexStringLower(SHA256.HashData(file)) is var found && found != sha256)
            {
                throw new ClusterException(
                    $"install.sha256: {archive} hashes to {found}, and not to {sha256}; fetch the archive again, or correct "
                    + $"the file.");
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new ClusterException(
                $"install.archive: {archive} cannot be read ({exception.Message.TrimEnd('.')}); name an archive of this machine.",
                exception);
        }
    }
}
