namespace DbIngest.Core.Results;

/// <summary>A plug-in that a sweep had targets from: an assembly that is no part of this program.</summary>
/// <param name="Name">The assembly's name.</param>
/// <param name="Version">Its version, the informational one where it has one.</param>
/// <param name="Abstractions">The version of <c>DbIngest.Abstractions</c> that it was built against.</param>
/// <param name="Sha256">The hash of its file.</param>
/// <param name="Targets">The names of its databases.</param>
public sealed record PluginInfo(string Name, string Version, string Abstractions, string Sha256, IReadOnlyList<string> Targets);
