using DbIngest.Core.Plan;

namespace DbIngest.Runner.Opening;

/// <summary>What an open target is for: the axes that decide how it is opened.</summary>
internal readonly record struct TargetKey(string Database, string Client, string Durability, int? Nodes)
{
    public static TargetKey Of(Point point) => new(point.Database, point.Client, point.Durability, point.Nodes);
}
