using DbIngest.Core.Targets;

namespace DbIngest.Runner.Options;

/// <summary>A database of a sweep, with the write paths and durability contracts it is measured under.</summary>
/// <param name="Definition">The database.</param>
/// <param name="Clients">Its write paths.</param>
/// <param name="Durability">Its contracts.</param>
internal sealed record DatabaseChoice(TargetDefinition Definition, IReadOnlyList<string> Clients, IReadOnlyList<string> Durability);
