using DbIngest.Abstractions.Records;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Compare;

public class HistoryTests
{
    [Fact]
    public void Of_Step_IsFoundWhereItIsAndWithItsSize()
    {
        var history = History.Of(Runs(20, run => run < 12 ? 1 : 0.9));
        history.Lines.Count.ShouldBe(2);
        history.Lines.ShouldAllBe(line => line.Changes!.Count == 1 && line.Changes[0].Run == 12);
        history.Lines.ShouldAllBe(line => Math.Abs(line.Changes![0].Ratio - 0.9) < 0.01);
        history.Lines[0].Values.ShouldAllBe(value => value.Interval!.Value.Contains(value.PerS));
        history.IsRegression.ShouldBeFalse("nobody asked for a gate");
        HistoryTable.Of(history).Title.ShouldBe("20 runs, records/s: 2 of 2 lines with a change point");
    }

    [Fact]
    public void Table_FoldersOfSeveralConfidences_StatesTheLevelsOfTheirIntervals()
    {
        var runs = Runs(3, _ => 1).Select((run, i) => i > 0 ? run : (run.Folder, Result: run.Result with
        {
            Summary = run.Result.Summary with { Confidence = 0.9 },
        })).ToList();
        HistoryTable.Of(History.Of(runs)).Notes
            .ShouldContain(note => note.EndsWith("intervals those of each run at 90 % to 95 %.", StringComparison.Ordinal));
    }

    [Fact]
    public void Of_NoChange_HasNone()
    {
        var history = History.Of(Runs(20, _ => 1), last: 20);
        history.Lines.ShouldAllBe(line => line.Changes!.Count == 0 && line.Recent == null);
        history.IsRegression.ShouldBeFalse();
    }

    /// <summary>A build that loses records may be the fastest of all.</summary>
    [Fact]
    public void Table_BuildThatLostRecords_IsNamed()
    {
        var runs = Runs(12, _ => 1).Select((run, i) => i != 7 ? run : (run.Folder, Result: run.Result with
        {
            Summary = run.Result.Summary with
            {
                Points = [.. run.Result.Summary.Points.Select(point =>
                    point with { Audit = point.Audit with { Verdict = AuditVerdict.Failed } })],
            },
        })).ToList();

        var history = History.Of(runs);

        history.Lines.ShouldAllBe(line => line.FailedAudits.Single() == 7);
        HistoryTable.Of(history).Notes.Single(note => note.StartsWith("The audit failed", StringComparison.Ordinal))
            .ShouldStartWith($"The audit failed at 2 lines of {history.Runs[7].Words}: ");
    }

    [Fact]
    public void Of_CreepOfOnePercentARun_IsSeenAndFailsOverItsLastRuns()
    {
        var history = History.Of(Runs(24, run => Math.Pow(0.99, run)), last: 12, threshold: 0.05, RegressionGate.Estimate);
        history.Lines.ShouldAllBe(line => line.Changes!.Count > 0 && line.Changes.All(change => change.Ratio < 1));
        history.IsRegression.ShouldBeTrue();
        HistoryTable.Of(history).Notes.ShouldContain(note => note.StartsWith("FAILS: ", StringComparison.Ordinal));
    }

    /// <summary>Of 600 lines one falls: at 5 % over all of them its test has the level 0.00008.</summary>
    [Fact]
    public void Of_HundredsOfLines_FindsTheOneThatFalls()
    {
        var runs = Runs(24, _ => 1).Select((run, i) =>
        {
            var point = run.Result.Summary.Points[0];
            return (run.Folder, Result: run.Result with
            {
                Summary = run.Result.Summary with
                {
                    Points =
                    [
                        .. Enumerable.Range(0, 600).Select(line => point with
                        {
                            Point = point.Point with { RecordsPerSource = 1000 + line },
                            Throughput = point.Throughput! with
                            {
                                RecordsPerS = point.Throughput.RecordsPerS * (line == 0 && i >= 12 ? 0.8 : 1),
                            },
                        }),
                    ],
                },
            });
        }).ToList();
        var history = History.Of(runs);
        history.Lines.Count.ShouldBe(600);
        history.Lines[0].Changes!.Single().Run.ShouldBe(12);
        history.Lines.Skip(1).ShouldAllBe(line => line.Changes!.Count == 0);
    }

    /// <summary>A level of 1e-7 needs 10,000,000 rounds of 30 x 30 steps: 9e9, where 4e9 are allowed.</summary>
    [Fact]
    public void Of_LevelThatTakesTooLong_SaysSoAndJudgesNothing()
    {
        var runs = Runs(30, run => run < 15 ? 1 : 0.5).Select(run => (run.Folder, Result: run.Result with
        {
            Summary = run.Result.Summary with { Confidence = 1 - 2e-7 },
        })).ToList();
        var history = History.Of(runs, last: 20);
        history.Lines.ShouldAllBe(line => line.IsBeyondTest && line.Changes == null && line.Recent == null);
        var table = HistoryTable.Of(history);
        table.Title.ShouldEndWith(", 2 not tested");
        table.Rows[0][^1].ShouldBe("too many lines for the test");
        table.Notes.ShouldContain(note => note.StartsWith("Not judged: 2 of 2 lines.", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(0.9, 5, 0.05, RegressionGate.Interval, true)]
    [InlineData(0.9, 5, 0.2, RegressionGate.Interval, false)]
    [InlineData(0.94, 5, 0.05, RegressionGate.Estimate, true)]
    [InlineData(0.9, 3, 0.05, RegressionGate.Interval, false)]
    [InlineData(1.1, 5, 0.05, RegressionGate.Interval, false)]
    public void Of_FallAmongTheLast_FailsBeyondTheThreshold(
        double speed, int last, double threshold, RegressionGate gate, bool fails) =>
        History.Of(Runs(20, run => run < 16 ? 1 : speed), last, threshold, gate).IsRegression.ShouldBe(fails);

    [Fact]
    public void Of_OtherMachineOrSettings_AreLinesOfTheirOwnAndNamed()
    {
        var runs = Runs(20, _ => 1).Select((run, i) => i < 15 ? run : (run.Folder, Result: run.Result with
        {
            Manifest = run.Result.Manifest with { Environment = run.Result.Manifest.Environment with { Cores = 64 } },
        })).ToList();
        var history = History.Of(runs);
        history.Lines.Select(line => line.Values.Count).ShouldBe([15, 15, 5, 5]);
        history.Lines[0].Setup.ShouldBe("cores 4");
        history.Lines[2].Setup.ShouldBe("cores 64");
        history.Lines[2].Changes.ShouldBeNull("five runs are too few");
        HistoryTable.Of(history).Rows[2][^1].ShouldBe("too few runs: at least 9");
        HistoryTable.Of(history).Notes.ShouldContain(note => note.EndsWith(": cores 64", StringComparison.Ordinal));
    }

    [Fact]
    public void Of_OtherServer_StaysInItsLineAndIsNamedAtTheChange()
    {
        var runs = Runs(20, run => run < 10 ? 1 : 0.8).Select((run, i) => i < 10 ? run : (run.Folder, Result: run.Result with
        {
            Manifest = run.Result.Manifest with
            {
                Targets = [.. run.Result.Manifest.Targets.Select(target => target with { ServerVersion = "sqlite 2" })],
            },
        })).ToList();
        History.Of(runs).Lines[0].Changes!.Single().Together.ShouldBe(["server sqlite 1 -> sqlite 2"]);
    }

    [Fact]
    public void Table_ServersOfTwoDatabasesThatChangedAtOnce_NamesBoth()
    {
        var history = History.Of([.. Runs(20, run => run < 10 ? 1 : 0.8).Select((run, i) => (run.Folder, Result: run.Result with
        {
            Manifest = run.Result.Manifest with
            {
                Targets = [.. new[] { "sqlite", "postgres" }.Select(database => run.Result.Manifest.Targets[0] with
                {
                    Database = database,
                    ServerVersion = database + (i < 10 ? " 1" : " 2"),
                })],
            },
            Summary = run.Result.Summary with
            {
                Points = [.. run.Result.Summary.Points.Select((point, at) => at == 0 ? point
                    : point with { Point = point.Point with { Database = "postgres" } })],
            },
        }))]);
        HistoryTable.Of(history).Notes.ShouldContain($"Changed at {history.Runs[10].Words} too: server sqlite 1 -> sqlite 2; "
            + "server postgres 1 -> postgres 2");
    }

    [Fact]
    public void Of_PointThatSomeFoldersLack_GoesOnWithTheOthers()
    {
        var runs = Runs(20, run => run < 10 ? 1 : 0.8, run => run % 5 == 4
            ? trial => trial.Point.RecordsPerSource == 50_000 ? null : trial : trial => trial);
        var history = History.Of(runs);
        history.Lines[0].Values.Count.ShouldBe(16);
        history.Lines[0].Changes!.Single().Run.ShouldBe(10);
        HistoryTable.Of(history).Notes.ShouldContain("Figures in 16 of 20 folders: 1 line.");
    }

    /// <summary>A point whose trials all fail has no level that falls. The build that broke it must fail all the same.</summary>
    [Theory]
    [InlineData(20)]
    [InlineData(3)]
    public void Of_PointThatLostItsFigures_FailsWhileTheLastFoldersHaveTheBreak(int folders)
    {
        var runs = Runs(folders, _ => 1, run => trial =>
            run >= folders - 2 && trial.Point.RecordsPerSource == 50_000 ? null : trial);
        foreach (int last in (int[])[2, 3])
        {
            var history = History.Of(runs, last);
            history.IsRegression.ShouldBeTrue();
            history.Lines.Select(line => line.Recent?.Verdict).ShouldBe([PointVerdict.Missing, null]);
            HistoryTable.Of(history).Rows[0][^1].ShouldEndWith("; FAILS");
            HistoryTable.Of(history).Notes.ShouldContain($"FAILS: {history.Lines[0].Point.Key} has no figures after "
                + $"{history.Runs[folders - 3].Words}.");
        }

        var old = History.Of(runs, last: 1);
        old.IsRegression.ShouldBeFalse("it broke before the last folder");
        HistoryTable.Of(old).Notes.ShouldContain("Not judged: 1 of 2 lines without figures in the last run.");
        History.Of(runs).IsRegression.ShouldBeFalse("--last was not given");
    }

    [Fact]
    public void Of_PointThatTheLastFoldersDidNotPlan_IsSaidNotToBeJudged()
    {
        var runs = Runs(20, _ => 1).Select((run, i) => i < 18 ? run : (run.Folder, Result: run.Result with
        {
            Summary = run.Result.Summary with { Points = [run.Result.Summary.Points[1]] },
        })).ToList();
        var history = History.Of(runs, last: 2);
        history.IsRegression.ShouldBeFalse();
        HistoryTable.Of(history).Notes.ShouldContain("Not judged: 1 of 2 lines without figures in the last 2 runs.");
    }

    /// <summary>A gate that says nothing where nothing can fail would seem to have passed.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Of_FewerFoldersThanAChangePointNeeds_AreSaidNotToBeJudged(int folders)
    {
        var history = History.Of(Runs(folders, _ => 1), last: 5);
        HistoryTable.Of(history).Notes.ShouldContain(FormattableString.Invariant(
            $"Not judged: 2 of 2 lines with fewer than {history.FewestRuns} runs, which a change point needs."));
    }

    [Fact]
    public void Of_FoldersOfDifferentDatabases_AreSaidNotToBeJudgedForTheirReasons()
    {
        var runs = Runs(2, _ => 1).Select((run, i) => i == 0 ? run : (run.Folder, Result: run.Result with
        {
            Summary = run.Result.Summary with
            {
                Points = [.. run.Result.Summary.Points.Select(point =>
                    point with { Point = point.Point with { Database = "postgres" } })],
            },
        })).ToList();
        string[] notes = [.. HistoryTable.Of(History.Of(runs, last: 1)).Notes.Where(note =>
            note.StartsWith("Not judged: 2 of 4 lines", StringComparison.Ordinal))];
        notes.Length.ShouldBe(2);
        notes[0].ShouldEndWith(" without figures in the last run.");
        notes[1].ShouldEndWith(" runs, which a change point needs.");
    }

    /// <summary>As between two results: a loss is a regression where the folders before had none.</summary>
    [Theory]
    [InlineData(11, 11, true)]
    [InlineData(10, 10, false)]
    [InlineData(3, 11, false)]
    public void Of_NewestFolderThatLostRecords_FailsUnlessEarlierOnesDid(int first, int second, bool fails)
    {
        var runs = Runs(12, _ => 1).Select((run, i) => i != first && i != second ? run : (run.Folder, Result: run.Result with
        {
            Summary = run.Result.Summary with
            {
                Points = [.. run.Result.Summary.Points.Select(point =>
                    point with { Audit = point.Audit with { Verdict = AuditVerdict.Failed } })],
            },
        })).ToList();
        var history = History.Of(runs, last: 3);
        history.IsRegression.ShouldBe(fails);
        HistoryTable.Of(history).Notes.Count(note => note.StartsWith("FAILS: ", StringComparison.Ordinal)
            && note.EndsWith($" failed its audit in {history.Runs[11].Words}.", StringComparison.Ordinal))
            .ShouldBe(fails ? 2 : 0);
        History.Of(runs).IsRegression.ShouldBeFalse("--last was not given");
        History.Of(runs[11..], last: 1).IsRegression.ShouldBeFalse("no earlier folder kept its records");
    }

    [Fact]
    public void Texts_AnyHistory_StayWithinEightyColumns()
    {
        foreach (double noise in new[] { 0.001, 0.05, 0.3 })
        {
            string text = HistoryText.Of(History.Of(Runs(60, run => run < 30 ? 1 : 0.2, noise: noise)));
            text.Split('\n').Max(line => line.Length).ShouldBeLessThan(80);
            text.ShouldContain("... 20 earlier runs");
        }
    }

    [Fact]
    public void Csv_History_HasARowPerLineAndFolderWithItsChange()
    {
        string[] rows = HistoryCsv.Of(History.Of(Runs(12, run => run < 6 ? 1 : 0.5))).TrimEnd().Split("\r\n");
        rows.Length.ShouldBe(25);
        rows[0].ShouldBe(string.Join(',', HistoryCsv.Columns));
        int ratio = HistoryCsv.Columns.ToList().IndexOf("change_ratio");
        rows.Skip(1).Count(row => row.Split(',')[ratio].Length > 0).ShouldBe(2);
    }

    /// <summary>Folders a week apart; runs differ by 1 % beside their trials.</summary>
    internal static IReadOnlyList<(string Folder, StoredResult Result)> Runs(int count, Func<int, double> speed,
        Func<int, Func<TrialResult, TrialResult?>>? trial = null, double noise = 0.01)
    {
        var random = new SplitMix64(7);
        return
        [
            .. Enumerable.Range(0, count).Select(run =>
            {
                double own = 1 + ((random.NextDouble() + random.NextDouble() + random.NextDouble() - 1.5) * 2 * noise);
                var sweep = new FakeSweep
                {
                    Seed = (ulong)run + 1,
                    Speed = speed(run) * own,
                    Trials = 8,
                    Trial = trial?.Invoke(run) ?? (made => made),
                };
                var started = sweep.Manifest.StartedUtc.AddDays(7 * run);
                string commit = FormattableString.Invariant($"{run:x2}c0ffee");
                return (FormattableString.Invariant($"results/{run:00}"), new StoredResult(
                    FormattableString.Invariant($"{run:00}"), sweep.Manifest with { StartedUtc = started },
                    sweep.Summary with { StartedUtc = started, Commit = commit, Seed = 1 }));
            }),
        ];
    }
}
