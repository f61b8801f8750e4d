using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Runs;

namespace DbIngest.Runner.Opening;

/// <summary>
/// Suggests <c>--container</c> in the message about a missing server, if it would help. <see cref="OpenTargets"/> and the verb
/// <c>targets</c> call it. It starts no container.
/// </summary>
internal static class ContainerRemedy
{
    /// <summary>Writes the remedy. Looks for a container engine only if an image of the database is known.</summary>
    /// <param name="database">The missing database.</param>
    /// <returns>A sentence after a blank. Empty if no image is known or no engine answers.</returns>
    public static string Of(TargetDefinition database) =>
        database.Parts.All(part => ContainerImages.Of(part.Name) is not null) && ContainerEngine.OfThisMachine is { } engine
            ? $" Or have {engine.Program} start it for the run: --container."
            : string.Empty;
}
