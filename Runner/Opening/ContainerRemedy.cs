using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Runs;

namespace DbIngest.Runner.Opening;

/// <summary>Names <c>--container</c> to whoever lacks a server, where that would give one.</summary>
internal static class ContainerRemedy
{
    /// <summary>The remedy. It asks for an engine only where an image is known.</summary>
    /// <param name="database">The database that is missing.</param>
    /// <returns>A sentence with a blank before it; empty where no image is known, or no engine answers.</returns>
    public static string Of(TargetDefinition database) =>
        database.Parts.All(part => ContainerImages.Of(part.Name) is not null) && ContainerEngine.OfThisMachine is { } engine
            ? $" Or have {engine.Program} start it for the run: --container."
            : string.Empty;
}
