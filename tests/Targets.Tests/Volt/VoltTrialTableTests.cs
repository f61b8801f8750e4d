using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Volt;

namespace DbIngest.Targets.Tests.Volt;

/// <summary>The statements on a table, before and after a trial adds values to it.</summary>
public sealed class VoltTrialTableTests
{
    private static readonly TrialTable Ordinary = Trial.Table(new PatternWorkload(2), 1, 100);
    private static readonly TrialTable Before = Ordinary with { GetsValues = true };
    private static readonly TrialTable Whole = Before with { Schema = Ordinary.Schema.WithAdded(2) };

    [Fact]
    public void Insert_TableWithoutAddedValues_IsTheServersOwnProcedure()
    {
        var records = Of(Ordinary);

        records.Insert.ShouldBe("dbingest_records.insert");
        records.Scan.ShouldBe("dbingest_records_scan");
        records.Create.ShouldNotContain("INSERT INTO");
    }

    /// <summary>The server's own procedure would refuse the parameters of a call that comes after the addition.</summary>
    [Fact]
    public void Create_TableThatGetsValues_HasAnInsertThatNamesItsColumns() => Of(Before).Create.ShouldContain(
        "CREATE PROCEDURE dbingest_records_put PARTITION ON TABLE dbingest_records COLUMN source AS INSERT INTO dbingest_records "
        + "(source, sequence, recorded, quality, v_value_0, v_value_1) VALUES (?, ?, ?, ?, ?, ?);");

    [Fact]
    public void Add_Values_LeavesTheProceduresOfEarlierWritersAndReaders()
    {
        string change = Of(Whole).Add(Whole.Schema.Values.Skip(2));

        change.ShouldStartWith("ALTER TABLE dbingest_records ADD COLUMN v_added_1 FLOAT;\n"
            + "ALTER TABLE dbingest_records ADD COLUMN v_added_2 FLOAT;\n");
        Procedures(change).ShouldBe([Of(Whole).Scan, Of(Whole).Insert]);
        Procedures(Of(Before).Create).ShouldNotContain(name => name == Of(Whole).Scan || name == Of(Whole).Insert);
    }

    /// <summary>A trial that was killed leaves its procedures, and a table that a procedure names cannot be dropped.</summary>
    [Fact]
    public void Drop_OfAnyTable_DropsTheProceduresOfEveryOther()
    {
        string drop = Of(Ordinary).Drop;
        string[] made = [.. Procedures(Of(Before).Create), .. Procedures(Of(Whole).Add(Whole.Schema.Values.Skip(2)))];

        made.Length.ShouldBe(9);
        foreach (string name in made)
        {
            drop.ShouldContain($"DROP PROCEDURE {name} IF EXISTS;");
        }

        Of(Before).Drop.ShouldBe(drop);
        Of(Whole).Drop.ShouldBe(drop);
    }

    private static VoltTrialTable Of(TrialTable table) => new(VoltEndpoint.Parse(null), table);

    private static IEnumerable<string> Procedures(string statements) =>
        statements.Split("CREATE PROCEDURE ").Skip(1).Select(rest => rest.Split(' ')[0]);
}
