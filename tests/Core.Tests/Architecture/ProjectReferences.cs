using System.Xml.Linq;

namespace DbIngest.Core.Tests.Architecture;

/// <summary>
/// Which part of the house may refer to which: sources -> Core -> Abstractions &lt;- Targets -> Wire, analysis -> Core, clusters
/// -> Targets, Service -> Targets, Runner -> all.
/// </summary>
internal static class ProjectReferences
{
    private static readonly Dictionary<string, string[]> Allowed = new()
    {
        ["src/Abstractions"] = [],
        ["src/Core"] = ["src/Abstractions"],
        ["src/Wire"] = [],
        ["src/Targets"] = ["src/Abstractions", "src/Wire"],
        ["src/Service"] = ["src/Targets"],
        ["src/Templates"] = [],
        ["src/Drivers"] = ["src/Core", "src/Targets"],
        ["src/Live"] = [],
        ["src/Telemetry"] = [],
        ["sources"] = ["src/Core"],
        ["analysis"] = ["src/Core"],
        ["clusters"] = ["src/Core", "src/Targets"],
        ["Runner"] = ["src/Core", "src/Wire", "src/Targets", "src/Service", "src/Drivers", "src/Live",
            "src/Telemetry", "sources", "analysis", "clusters"],
        ["bench"] = ["src/Core", "src/Wire", "src/Targets", "src/Drivers", "sources", "analysis", "Runner", "bench"],
        ["tests"] = ["src/Abstractions", "src/Templates", "src/Core", "src/Wire", "src/Targets", "src/Service",
            "src/Drivers", "src/Live", "src/Telemetry", "sources", "analysis", "clusters", "Runner", "bench", "tests"],
    };

    /// <summary>What is wrong with a project's references.</summary>
    /// <param name="project">Its path from the root, with forward slashes.</param>
    /// <param name="text">Its content.</param>
    /// <returns>One line a fault.</returns>
    public static IEnumerable<string> Faults(string project, string text)
    {
        if (PartOf(project) is not { } part)
        {
            yield return $"{project} belongs to no part of the house";
            yield break;
        }

        foreach (string reference in XDocument.Parse(text).Descendants("ProjectReference")
            .Select(r => r.Attribute("Include")!.Value))
        {
            string path = Path.GetFullPath(Path.Combine("/", Path.GetDirectoryName(project)!, reference.Replace('\\', '/')));
            string? target = PartOf(path[1..]);
            if (target is null || !Allowed[part].Contains(target))
            {
                yield return $"{project} refers to {reference}";
            }
        }
    }

    private static string? PartOf(string project) =>
        Allowed.Keys.FirstOrDefault(part => project.StartsWith(part + "/", StringComparison.Ordinal));
}
