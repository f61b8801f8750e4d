using System.Text.Json;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Conformance;

public abstract partial class TargetConformance<TDefinition>
{
    [SkippableFact]
    public void Prepare_Repeated_LeavesAnEmptySchema()
    {
        var workload = Pattern(3);
        var table = Trial.Table(workload, sources: 2, records: 500);
        using var target = Prepared(table);
        Trial.WriteAll(target, workload, table, batch: 100);

        target.Prepare(table);
        var audit = Trial.Audit(target, workload, table);

        audit.StoredRecords.ShouldBe(0);
        audit.MissingRecords.ShouldBe(1000);
        audit.ForeignRecords.ShouldBe(0);
    }

    [SkippableFact]
    public void Prepare_AnotherSchema_Replaces()
    {
        var narrow = Pattern(1);
        var wide = Pattern(12);
        using var target = Prepared(Trial.Table(narrow, 1, 10));
        Trial.WriteAll(target, narrow, Trial.Table(narrow, 1, 10), batch: 10);

        var table = Trial.Table(wide, 3, 250);
        target.Prepare(table);
        Trial.WriteAll(target, wide, table, batch: 100);

        Trial.Audit(target, wide, table).Findings.ShouldBeEmpty();
    }

    [SkippableFact]
    public void Clean_Repeated_CanBePreparedAgain()
    {
        var workload = Pattern(2);
        var table = Trial.Table(workload, 1, 300);
        using var target = Prepared(table);

        target.Clean();
        target.Clean();
        target.Prepare(table);
        Trial.WriteAll(target, workload, table, batch: 64);

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        target.Clean();
    }

    [SkippableFact]
    public void Describe_Prepared_IsCompleteWithoutSecrets()
    {
        using var target = Prepared(Trial.Table(Pattern(9), 1, 1));

        var description = target.Describe();

        description.Database.ShouldBe(Definition.Name);
        Definition.Clients.Select(client => client.Name).ShouldContain(description.Client);
        description.Durability.ShouldBe(Definition.Contracts[0].Name);
        description.DurabilityMeaning.ShouldBe(Definition.Contracts[0].Meaning);
        (description.Copies ?? Copies.One).Acknowledged.ShouldBeInRange(1, (description.Copies ?? Copies.One).Kept);
        description.Placement.ShouldBeOneOf("in-process", "local", "remote");
        description.Settings.ShouldNotBeEmpty();
        foreach (string text in new[] { description.ServerVersion, description.DriverVersion, description.Endpoint,
            description.Configuration })
        {
            text.ShouldNotBeNullOrWhiteSpace();
        }

        if (Password is not null)
        {
            JsonSerializer.Serialize(description).ShouldNotContain(Password.Reveal());
        }
    }

    [SkippableFact]
    public void Open_EachContract_IsInForce()
    {
        foreach (var contract in Definition.Contracts)
        {
            if (!IsAvailable(contract))
            {
                Should.Throw<TargetException>(() => Open(contract.Name).Dispose()).Message.ShouldContain(contract.Name);
                continue;
            }

            var workload = Pattern(4);
            var table = Trial.Table(workload, 2, 120);
            using var target = Open(contract.Name);
            target.Prepare(table);
            Trial.WriteAll(target, workload, table, batch: 50);

            target.Describe().Durability.ShouldBe(contract.Name);
            Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        }
    }

    [Fact]
    public void Open_UnknownContract_NamesThoseThereAre()
    {
        var error = Should.Throw<ArgumentException>(() => Definition.Open(Options with { Durability = "eternal" }));

        error.Message.ShouldContain("eternal");
        error.Message.ShouldContain(Definition.Contracts[0].Name);
    }

    [SkippableFact]
    public void Open_BadEndpoint_SaysWhy()
    {
        Open().Dispose();

        var error = Should.Throw<Exception>(() => Definition.Open(Options with { Endpoint = BadEndpoint }).Dispose());

        (error is ArgumentException or TargetException).ShouldBeTrue(error.ToString());
        if (Password is not null)
        {
            error.Message.ShouldNotContain(Password.Reveal());
        }
    }

    [SkippableFact]
    public void Dispose_OwnDatabase_LeavesNoFile()
    {
        var workload = Pattern(2);
        var table = Trial.Table(workload, 2, 200);
        Open().Dispose();
        Skip.IfNot(StartsPrivate, $"{Definition.Name} starts no server of its own.");
        using (var target = Definition.Open(Options with { Endpoint = null }))
        {
            target.Prepare(table);
            Trial.WriteAll(target, workload, table, batch: 100);
        }

        FilesOf(Options.WorkFolder).ShouldBeEmpty();
    }

    [SkippableFact]
    public void Probe_Reachable_SaysWhatWasFound()
    {
        Open().Dispose();

        var availability = Definition.Probe(Options);

        availability.IsAvailable.ShouldBeTrue(availability.Detail);
        availability.Detail.ShouldNotBeNullOrWhiteSpace();
    }

    [SkippableFact]
    public void Settle_Cancelled_ReturnsEarly()
    {
        var workload = Pattern(2);
        var table = Trial.Table(workload, 1, 100);
        using var target = Prepared(table);
        Trial.WriteAll(target, workload, table, batch: 100);
        using var cancelled = new CancellationTokenSource();
        cancelled.Cancel();

        // It may be quiescent at once, and then return; it may not call the cancellation a failure of the database.
        (Record.Exception(() => target.Settle(cancelled.Token)) is null or OperationCanceledException).ShouldBeTrue();

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
    }

    [SkippableFact]
    public void Audit_Cancelled_Ends()
    {
        var workload = Pattern(2);
        var table = Trial.Table(workload, 1, ManyRecords);
        using var target = Prepared(table);
        Trial.WriteAll(target, workload, table, batch: 1000);
        using var cancelled = new CancellationTokenSource();
        cancelled.Cancel();

        Should.Throw<OperationCanceledException>(() =>
            target.Audit(new StoredContent(2, table.RecordsPerSource, [[]]), cancelled.Token));

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
    }

    private static string[] FilesOf(string folder) =>
        Directory.Exists(folder) ? Directory.GetFiles(folder, "*", SearchOption.AllDirectories) : [];
}
