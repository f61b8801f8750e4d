using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Servers;

/// <summary>A server of the run whose configuration a test changes, so that it asks for passwords for instance.</summary>
/// <param name="Plan">What it is without the change.</param>
/// <param name="Alter">Changes the files of its one node.</param>
/// <param name="IsReady">Whether it answers; asked again and again.</param>
internal sealed record AlteredPlan(PrivateServerPlan Plan, Func<PlannedNode, IReadOnlyDictionary<string, string>> Alter,
    Func<PlannedNode, bool> IsReady) : PrivateServerPlan(
    Plan.Database, Plan.Product, Plan.Program, Plan.Description, Plan.MemoryMb, Plan.WorkFolder, Plan.Limits)
{
    public override TimeSpan StartTimeout => Plan.StartTimeout;

    public override ServerPlan Layout(string folder, FreePorts free)
    {
        var node = Plan.Layout(folder, free).Nodes[0];
        return new([node with { Files = Alter(node) }]);
    }

    protected override void Ask(PlannedNode node)
    {
        if (!IsReady(node))
        {
            throw new TargetException("It is not ready.");
        }
    }
}
