using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>What tests of Cassandra's clients have in common: each of the clients must pass the same ones.</summary>
/// <typeparam name="TDefinition">The definition that has the client.</typeparam>
/// <param name="client">The client's name.</param>
public abstract class ClientTests<TDefinition>(string client)
    where TDefinition : TargetDefinition, new()
{
    /// <summary>Opens a target that is written to by the client.</summary>
    protected ITarget Open(TargetOptions options) => new TDefinition().Open(options with { Client = client });

    /// <summary>After a misfortune: a trial finds nothing amiss.</summary>
    protected static void IsWholeAgain(ITarget target)
    {
        var next = DisturbedTrial.Run(target, 1000, static () => { });
        next.Status.ShouldBe(TrialStatus.Complete, next.Error);
        next.Retries.ShouldBe(0);
    }
}
