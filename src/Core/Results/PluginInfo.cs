namespace DbIngest.Core.Results;

/// <summary>
/// A plug-in that supplied targets of a sweep: an assembly outside this program. The manifest records it, and a resumed sweep
/// refuses another version of it.
/// </summary>
/// <remarks>
/// The verb <c>run</c> records it. The manifest stores the members, so they must not be renamed. <c>Resumption</c> compares them
/// by <c>PluginDifferences</c>.
/// </remarks>
/// <param name="Name">Name of the assembly.</param>
/// <param name="Version">Its informational version, or its assembly version without one.</param>
/// <param name="Abstractions">The version of <c>DbIngest.Abstractions</c> that it was built against.</param>
/// <param name="Sha256">Hash of its file.</param>
/// <param name="Targets">Names of its databases.</param>
public sealed record PluginInfo(string Name, string Version, string Abstractions, string Sha256, IReadOnlyList<string> Targets);
