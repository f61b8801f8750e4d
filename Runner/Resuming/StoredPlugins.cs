using DbIngest.Analysis.Publish;
using DbIngest.Core.Results;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Plugins;

namespace DbIngest.Runner.Resuming;

/// <summary>
/// Decides which plug-ins that a stored command names are loaded again without being given again. Loading runs their code, and
/// the folder may come from a stranger. <see cref="StoredPaths.DatabasesOf"/> asks it before any is loaded, for
/// <c>run --resume</c>, <c>run --again DIR</c>, <c>verify DIR</c> and <c>advise --resume</c>.
/// </summary>
/// <remarks>
/// A plug-in is loaded again if its file has a hash that the folder records, lies outside of the folder, and has a path that does
/// not depend on where the command runs: a folder brings no such file along, and its user resumes it without a further option.
/// </remarks>
/// <param name="Place">Path of the folder that stores the command.</param>
/// <param name="Sha256">Hashes of the plug-ins' files as the folder records them. Empty if it records none.</param>
internal sealed record StoredPlugins(string Place, IReadOnlyList<string> Sha256)
{
    private const int ShownDigits = 16;

    /// <summary>Reads the hashes in a manifest.</summary>
    /// <param name="place">The result folder.</param>
    /// <param name="manifest">The manifest in the folder.</param>
    public static StoredPlugins Of(string place, Manifest manifest) =>
        new(place, [.. manifest.Plugins.Select(plugin => plugin.Sha256)]);

    /// <summary>Refuses plug-ins that must be given again. Passes those that this process has loaded already.</summary>
    /// <param name="files">Paths, resolved as the stored command means them.</param>
    /// <exception cref="UsageException">A plug-in is refused. The message names it and the remedy.</exception>
    /// <exception cref="ResultException">A plug-in is a pipe, a device or a socket.</exception>
    public void Check(IEnumerable<string> files)
    {
        foreach (string file in files)
        {
            if (ReasonAgainst(file) is { } why)
            {
                string shown = ArchivedOptions.Shown("--plugin=" + file);
                throw new UsageException($"--plugin: {Place} holds {shown}, and {why}. None of its code has run; if you trust "
                    + "the file, give --plugin again.");
            }
        }
    }

    /// <summary>
    /// Refuses plug-ins of merged options that neither the present command gave nor <see cref="Check"/> passed: a stored command
    /// that was written by hand may name one in another form than <c>run</c> writes.
    /// </summary>
    /// <param name="files">The plug-ins of the merged options.</param>
    /// <exception cref="UsageException">A plug-in is not loaded.</exception>
    public static void RequireLoaded(IEnumerable<string> files)
    {
        if (files.FirstOrDefault(file => !IsPath(file) || !Databases.IsLoaded(file)) is { } stray)
        {
            throw new UsageException($"--plugin: the stored command holds {ArchivedOptions.Shown(stray)} in a form that run does "
                + "not write, so it was changed by hand. None of its code has run; if you trust the file, give --plugin again.");
        }
    }

    private string? ReasonAgainst(string file)
    {
        if (!IsPath(file))
        {
            return "that is no path";
        }

        if (Databases.IsLoaded(file))
        {
            return null;
        }

        // Links of /proc name the folder, or an open file, of whoever reads them.
        if (!Path.IsPathFullyQualified(file) || Path.GetFullPath(file).StartsWith("/proc/", StringComparison.Ordinal))
        {
            return "which file that is depends on where this command runs";
        }

        if (!File.Exists(file))
        {
            // Loading it says so.
            return null;
        }

        if (IsBroughtAlong(file))
        {
            return "the file lies in that folder, so whoever made the folder may have written it";
        }

        RegularFile.Require(file);
        string hash = PluginFile.Read(file).Sha256;
        return Sha256.Count == 0 ? "no SHA-256 of it is recorded there"
            : Sha256.Contains(hash, StringComparer.OrdinalIgnoreCase) ? null
            : $"the file has SHA-256 {hash[..ShownDigits]}, which is not recorded there: it was built again, or is another one";
    }

    private bool IsBroughtAlong(string file) =>
        RealPath.Of(Place) is not { } folder || RealPath.Of(file) is not { } real
        || real.StartsWith(folder + Path.DirectorySeparatorChar, StringComparison.OrdinalIgnoreCase);

    private static bool IsPath(string file) => file.Length > 0 && !file.Contains('\0', StringComparison.Ordinal);
}
