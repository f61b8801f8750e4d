using DbIngest.Core.Records;

namespace DbIngest.Targets.Tests.Conformance;

public abstract partial class TargetConformance<TDefinition>
{
    private const int SabotageSources = 4;
    private const int SabotageBatch = 1000;

    /// <summary>Each fault at the first, the last and seeded other records of a source.</summary>
    [SkippableTheory]
    [CombinatorialSabotage]
    public void Audit_OneRecordSabotaged_Fails(Sabotage kind, ulong seed)
    {
        var workload = new PatternWorkload(9);
        var table = Trial.Table(workload, SabotageSources, SabotageRecords / SabotageSources);
        var random = new SplitMix64(seed);
        int source = random.NextBelow(SabotageSources);
        long victim = seed switch
        {
            0 => 0,
            1 => table.RecordsPerSource - 1,
            _ => random.NextBelow((int)table.RecordsPerSource),
        };
        using var target = new SabotagingTarget(Open(), kind, source, victim, seed);
        target.Prepare(table);

        Trial.WriteAll(target, workload, table, SabotageBatch);
        var audit = Trial.Audit(target, workload, table);

        target.Committed.ShouldBe(1);
        if (kind == Sabotage.Duplicate && !StoresDuplicates)
        {
            audit.Findings.ShouldBeEmpty();
            return;
        }

        audit.Passed.ShouldBeFalse($"{kind} of record {victim} of source {source} went unnoticed.");
        audit.Findings.ShouldHaveSingleItem().ShouldContain($"source {source}:");
        audit.MissingRecords.ShouldBe(kind == Sabotage.Drop ? 1 : 0);
        audit.DuplicateRecords.ShouldBe(kind == Sabotage.Duplicate ? 1 : 0);
    }

    [SkippableFact]
    public void Audit_NothingSabotaged_Passes()
    {
        var workload = new PatternWorkload(9);
        var table = Trial.Table(workload, SabotageSources, SabotageRecords / SabotageSources);
        using var target = Prepared(table);

        Trial.WriteAll(target, workload, table, SabotageBatch);

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
    }
}
