using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;
using DbIngest.Runner.Opening;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// One database in the JSON of <c>targets --json</c>. <see cref="TargetsVerb"/> prints it. Its members are a published format.
/// </summary>
internal sealed record TargetReport(
    string Name,
    DataModel Model,
    string Summary,
    string Needs,
    IReadOnlyList<string> Clients,
    IReadOnlyDictionary<string, string> AbsentClients,
    IReadOnlyList<DurabilityContract> Contracts,
    bool TakesSeveralProcesses,
    bool Usable,
    string Detail,
    PluginInfo? Plugin)
{
    public static TargetReport Of(TargetDefinition definition, TargetAvailability now) => new(
        definition.Name,
        definition.Model,
        definition.Summary,
        definition.Needs,
        [.. definition.Clients.Where(c => c.IsBuiltIn).Select(c => c.Name)],
        definition.Clients.Where(c => !c.IsBuiltIn).ToDictionary(c => c.Name, c => c.Remedy!, StringComparer.Ordinal),
        definition.Contracts,
        definition.TakesSeveralProcesses,
        now.IsAvailable,
        now.Detail,
        Databases.PluginOf(definition)?.Info);
}
