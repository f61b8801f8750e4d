using System.Diagnostics;

namespace DbIngest.Targets.Tests.Neo4j;

/// <summary>Finds the distribution that tests start servers from.</summary>
internal static class Neo4jServers
{
    private static readonly Lazy<string?> Found = new(Find);

    /// <summary>The distribution, with its jars in the folder <c>lib</c>; null where there is none.</summary>
    public static string? Home => Found.Value;

    /// <summary>Why there is no server, or null when there is one.</summary>
    public static string? SkipReason => Home is null
        ? "There is no Neo4j: NEO4J_HOME names none, and there is none in DBINGEST_SERVERS or the folder ../shared/servers/neo4j."
        : null;

    private static string? Find()
    {
        string? folder = ServerFolder.Find("neo4j", "NEO4J_HOME");
        if (folder is null || Directory.Exists(Path.Combine(folder, "lib")))
        {
            return folder;
        }

        // Jars in an archive, which a script beside unpacks into a folder that it names.
        string script = Path.GetFullPath(Path.Combine(folder, "..", "unpack"));
        string archive = Path.Combine(folder, "lib.tar.xz");
        if (!File.Exists(script) || !File.Exists(archive))
        {
            return null;
        }

        using var unpack =
            Process.Start(new ProcessStartInfo(script, [archive]) { RedirectStandardOutput = true, UseShellExecute = false })!;
        string place = unpack.StandardOutput.ReadToEnd().Trim();
        unpack.WaitForExit();
        return unpack.ExitCode == 0 && Directory.Exists(place) ? place : null;
    }
}
