using DbIngest.Abstractions.Targets;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// One option of a database's endpoint in the JSON of <c>targets --options --json</c>. <see cref="TargetsVerb"/> prints it. Its
/// members are a published format.
/// </summary>
internal sealed record EndpointOptionReport(
    string Database, string Name, string Values, string? Default, string Meaning, bool IsSecret, bool IsAxis,
        bool IsOfPrivateServer)
{
    public static IEnumerable<EndpointOptionReport> Of(TargetDefinition definition) => definition.Options.All
        .Select(o => new EndpointOptionReport(
        definition.Name, o.Name, o.Values, o.Default, o.Meaning, o.IsSecret, o.IsAxis, o.IsOfPrivateServer));
}
