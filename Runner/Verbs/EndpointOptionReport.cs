using DbIngest.Abstractions.Targets;

namespace DbIngest.Runner.Verbs;

/// <summary>An option of a database's endpoint as <c>targets --options --json</c> shows it.</summary>
internal sealed record EndpointOptionReport(
    string Database, string Name, string Values, string? Default, string Meaning, bool IsSecret, bool IsAxis,
        bool IsOfPrivateServer)
{
    public static IEnumerable<EndpointOptionReport> Of(TargetDefinition definition) => definition.Options.All
        .Select(o => new EndpointOptionReport(
        definition.Name, o.Name, o.Values, o.Default, o.Meaning, o.IsSecret, o.IsAxis, o.IsOfPrivateServer));
}
