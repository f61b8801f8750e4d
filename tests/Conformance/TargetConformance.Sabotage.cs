using DbIngest.Abstractions.Records;
using DbIngest.Core.Results;

namespace DbIngest.Conformance;

public abstract partial class TargetConformance<TDefinition>
{
    private const int SabotageBatch = 500;

    // Each kind of fault at the first record of a source, at the last, and at two within.
    private const int PlacesPerKind = 4;

    /// <summary>
    /// One trial, one fault a source, and the audit must name each of these sources for its fault, and no other.
    /// </summary>
    [SkippableFact]
    public void Audit_OneRecordOfEachSourceSabotaged_NamesEachAndNoOther()
    {
        var faults = Faults();
        var workload = Pattern(9);
        var table = Trial.Table(workload, sources: faults.Count + 1, SabotageRecordsPerSource);
        using var target = new SabotagingTarget(Open(), faults);
        target.Prepare(table);

        Trial.WriteAll(target, workload, table, SabotageBatch);
        var audit = Trial.Audit(target, workload, table);

        target.Committed.ShouldBe(faults.Count);
        audit.Passed.ShouldBeFalse();
        for (int source = 0; source < table.Sources; source++)
        {
            var kind = source < faults.Count ? faults[source].Kind : (Sabotage?)null;
            bool isVisible = kind is not null && (kind != Sabotage.Duplicate || NoticesDuplicates);
            string what = kind is null ? "nothing" : $"{kind} of record {faults[source].Sequence}";
            audit.Findings.Count(f => f.Contains($"source {source}:", StringComparison.Ordinal))
                .ShouldBe(isVisible ? 1 : 0, $"source {source} had {what}");
        }

        audit.Findings.Count.ShouldBe(NoticesDuplicates ? faults.Count : faults.Count - PlacesPerKind);
        audit.MissingRecords.ShouldBe(PlacesPerKind);
        audit.DuplicateRecords.ShouldBe(StoresDuplicates ? PlacesPerKind : 0);
        if (target.AuditsShares)
        {
            var shares = AuditResult.Merge(Trial.AuditShares(target, workload, table, [1, 11, table.Sources - 12]), elapsedS: 0);
            shares.Findings.ShouldBe(audit.Findings, ignoreOrder: true);
            shares.StoredRecords.ShouldBe(audit.StoredRecords);
            shares.Sources.Select(source => source.ChecksumStored)
                .ShouldBe(audit.Sources.Select(source => source.ChecksumStored));
        }
    }

    /// <summary>What no source of the trial wrote belongs to one share and no other.</summary>
    [SkippableFact]
    public void Audit_InSharesWithAForeignSource_CountsItsRowsOnce()
    {
        const int records = 500;
        var workload = Pattern(2);
        var written = Trial.Table(workload, sources: 5, records);
        using var target = Prepared(written);
        Skip.IfNot(target.AuditsShares, "It is read as a whole.");
        Trial.WriteAll(target, workload, written, records);
        target.Settle(CancellationToken.None);

        var shares = Trial.AuditShares(target, workload, Trial.Table(workload, sources: 4, records), [1, 2, 1]);

        shares.Select(share => share.ForeignRecords).ShouldBe([0, 0, records]);
        shares.Select(share => share.StoredRecords).ShouldBe([records, 2 * records, records]);
        shares.SelectMany(share => share.Sources).Select(source => source.Source).ShouldBe([0, 1, 2, 3]);
        shares.Select(share => share.Passed).ShouldBe([true, true, false]);
    }

    [SkippableFact]
    public void Audit_NothingSabotaged_Passes()
    {
        var workload = Pattern(9);
        var table = Trial.Table(workload, sources: 4, SabotageRecordsPerSource);
        using var target = Prepared(table);

        Trial.WriteAll(target, workload, table, SabotageBatch);

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
    }

    private List<Fault> Faults()
    {
        var random = new SplitMix64(seed: 1);
        var faults = new List<Fault>();
        foreach (var kind in Enum.GetValues<Sabotage>())
        {
            for (int place = 0; place < PlacesPerKind; place++)
            {
                long sequence = place switch
                {
                    0 => 0,
                    1 => SabotageRecordsPerSource - 1,
                    _ => random.NextBelow(SabotageRecordsPerSource),
                };
                faults.Add(new Fault(kind, sequence, Seed: random.Next()));
            }
        }

        return faults;
    }
}
