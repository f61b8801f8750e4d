using System.Globalization;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.Plan;

public sealed class PrefillTests
{
    [Theory]
    [InlineData("1M", 1_000_000, "1000000")]
    [InlineData(" 1.5k ", 1500, "1500")]
    [InlineData("1g", 1_000_000_000, "1000000000")]
    [InlineData("17", 17, "17")]
    [InlineData("none", 0, "none")]
    [InlineData("0", 0, "none")]
    public void TryParse_Prefill_IsANumberOfRecords(string text, long records, string written)
    {
        // As in German: a comma before decimals, and a point between thousands.
        var culture = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        (culture.NumberFormat.NumberDecimalSeparator, culture.NumberFormat.NumberGroupSeparator) = (",", ".");
        CultureInfo.CurrentCulture = culture;
        Prefill.TryParse(text, out var prefill).ShouldBeTrue();
        (prefill!.Records, prefill.IsNone, prefill.ToString()).ShouldBe((records, records == 0, written));
        Prefill.TryParse(written, out var again).ShouldBeTrue();
        again.ShouldBe(prefill);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("M")]
    [InlineData("-1")]
    [InlineData("1,000")]
    [InlineData("1.5")]
    [InlineData("2G")]
    [InlineData("99999999999999999999999999999G")]
    [InlineData("1e6")]
    public void TryParse_OtherText_IsNone(string? text) => Prefill.TryParse(text, out _).ShouldBeFalse();

    /// <summary>The parts of all sources are all records, and no part is more than one larger than another.</summary>
    [Theory]
    [InlineData(10, 3)]
    [InlineData(9, 3)]
    [InlineData(1_000_000_000, 7)]
    public void Of_Sources_DivideTheRecords(long records, int sources)
    {
        Prefill.TryParse($"{records}", out var prefill).ShouldBeTrue();
        long[] parts = [.. Enumerable.Range(0, sources).Select(source => prefill!.Of(source, sources))];
        parts.Sum().ShouldBe(records);
        (parts[0] - parts[^1]).ShouldBeInRange(0, 1);
        parts.ShouldBeInOrder(SortDirection.Descending);
    }

    /// <summary>Load and trial write adjoining records of a source, into one table with room for both.</summary>
    [Fact]
    public void RangeOf_LoadAndTrial_Adjoin()
    {
        Prefill.TryParse("10", out var prefill).ShouldBeTrue();
        var request = IngestRequest.Of(Points.Of(sources: 3, records: 100) with { Prefill = prefill }, 1, RetryOptions.Default);
        (request.ToLoad().RangeOf(0).First, request.ToLoad().RangeOf(0).Count).ShouldBe((0, 4));
        (request.RangeOf(0).First, request.RangeOf(0).Count).ShouldBe((4, 100));
        (request.RangeOf(2).First, request.RangeOf(2).Count).ShouldBe((3, 100));
        using var workload = new CountingWorkload();
        request.TableOf(workload.Schema).RecordsPerSource.ShouldBe(104);
        request.ToLoad().TableOf(workload.Schema).ShouldBe(request.TableOf(workload.Schema));
        request.TableOf(workload.Schema).IsKeyed.ShouldBeFalse();
        ProbeRate.TryParse("10/s", out var probes).ShouldBeTrue();
        var probed = request with { Axes = request.Axes.With(SweepAxes.Freshness, probes) };
        probed.TableOf(workload.Schema).IsKeyed.ShouldBeTrue();
        probed.ToLoad().TableOf(workload.Schema).ShouldBe(probed.TableOf(workload.Schema));
    }
}
