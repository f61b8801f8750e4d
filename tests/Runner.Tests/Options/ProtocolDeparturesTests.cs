using DbIngest.Core.Plan;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Runner.Options;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Tests.Options;

/// <summary>What departs from a protocol, on every axis, those to come included.</summary>
public class ProtocolDeparturesTests
{
    /// <summary>Axes that study 1 leaves open, on which it had other values for each database.</summary>
    private static readonly Axis[] OpenInStudy1 = [SweepAxes.Nodes, SweepAxes.Batch, SweepAxes.InFlight, SweepAxes.Values];

    /// <summary>Axes that say which store is measured, and not how.</summary>
    private static readonly Axis[] OfTheStore = [SweepAxes.Client, SweepAxes.Durability, SweepAxes.Side];

    public static TheoryData<int, string> Axes
    {
        get
        {
            var data = new TheoryData<int, string>();
            foreach (int study in (int[])[1, 2, 3, 4])
            {
                foreach (var axis in AxisArguments.All.Except(OfTheStore).Except(study == 1 ? OpenInStudy1 : []))
                {
                    data.Add(study, axis.Option);
                }
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Axes))]
    public void Of_AValueThatTheProtocolDoesNotHave_IsNamed(int study, string option)
    {
        var axis = AxisArguments.All.Single(a => a.Option == option);
        Of(study, axis, null).ShouldBeEmpty();
        Of(study, axis, AxisSamples.Of(axis, 5)).ShouldHaveSingleItem();
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(4)]
    public void Of_AValueThatChangesNothing_IsNotNamed(int study)
    {
        foreach (var axis in AxisArguments.All.Where(a => a.TextAsAbsent is not null && a != SweepAxes.Restart
            && a != SweepAxes.ServiceThreads))
        {
            axis.TryRead(axis.TextAsAbsent!, out object? value).ShouldBeTrue(axis.Option);
            Of(study, axis, value).ShouldBeEmpty(axis.Option);
        }
    }

    [Fact]
    public void Of_AChoiceOfTheProtocol_IsNotNamed()
    {
        Of(1, SweepAxes.Batch, 70).ShouldBeEmpty();
        Of(2, SweepAxes.Via, SweepAxes.ViaNone).ShouldBeEmpty();
        Of(3, SweepAxes.Index, TableIndex.None).ShouldBeEmpty();
        Of(4, SweepAxes.Side, "a").ShouldBeEmpty();
    }

    [Theory]
    [InlineData(1, "via", "none", "--via none, which the study does not have")]
    [InlineData(2, "index", "none", "--index is none instead of key")]
    [InlineData(3, "index", "time", "--index is time instead of key,none")]
    [InlineData(3, "threads", "async", "--threads is async instead of queue")]
    [InlineData(3, "fault", "kill@5s", "--fault kill@5s, which the study does not have")]
    [InlineData(3, "backfill", "20%:1h", "--backfill 20%:3600s, which the study does not have")]
    [InlineData(4, "index", "none", "--index is none instead of key")]
    [InlineData(4, "nodes", "3", "--nodes 3, which the study does not have")]
    [InlineData(4, "restart", "server", "--restart server, which the study does not have")]
    [InlineData(4, "values", "20", "--values is 20 instead of 9")]
    public void Of_AnotherValue_SaysWhatTheSweepHas(int study, string option, string text, string departure)
    {
        var axis = AxisArguments.All.Single(a => a.Option == option);
        axis.TryRead(text, out object? value).ShouldBeTrue();
        Of(study, axis, value).ShouldBe([departure]);
    }

    [Fact]
    public void Of_AYcsbFile_NamesWhatTheFileDoesNotHave()
    {
        string file = Path.GetTempFileName();
        try
        {
            File.WriteAllText(file, "recordcount=1000\noperationcount=1000\n");
            SweepRequestReaderTests.Read($"--ycsb={file}", "--db=maria", "--restart=server", "--via=none", "--index=key")
                .Deviations.Where(text => text.StartsWith("--", StringComparison.Ordinal))
                .ShouldBe(["--restart server, which the file does not have"]);
        }
        finally
        {
            File.Delete(file);
        }
    }

    /// <summary>The departures on an axis of a sweep of a study with a value on it. Null for the study's own values.</summary>
    private static IEnumerable<string> Of(int study, Axis axis, object? value)
    {
        var request = SweepRequestReaderTests.Read($"--study={study}", "--db=maria", "--client=driver");
        if (value is not null)
        {
            request = request with { Axes = new Dictionary<Axis, IReadOnlyList<object>>(request.Axes) { [axis] = [value] } };
        }

        return ProtocolDepartures.Of(request, StudyProtocol.Of(study, null)!)
            .Where(text => text.StartsWith($"--{axis.Option} ", StringComparison.Ordinal));
    }
}
