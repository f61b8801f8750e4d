using DbIngest.Core.Plan;
using DbIngest.Runner.Options;
using DbIngest.Runner.Parsing;
using DbIngest.Runner.Verbs;

namespace DbIngest.Runner.Tests.Parsing;

/// <summary>
/// The parser binds options in their own types, and tells nothing of what it cannot convert: so nothing of ours fails to be
/// converted.
/// </summary>
public class OptionValueTests
{
    [Fact]
    public void Bind_EveryKindOfOption_HasItsValue()
    {
        var run = Bind("--db=SQLite, null", "--trials=2k", "--precision=2%", "--server-memory=2G", "--order=Rising",
            "--seed=0xff", "--confidence=0.9", "--batch=10,20");
        run.Databases!.Names.ShouldBe(["sqlite", "null"]);
        run.Trials!.Number.ShouldBe(2000);
        run.Precision!.Percent.Number.ShouldBe(2);
        run.ServerMemory!.Mebibytes.ShouldBe(2048);
        run.Order!.Value.ShouldBe(SweepOrder.Rising);
        run.Seed!.Seed.ShouldBe(255ul);
        run.Confidence!.Number.ShouldBe(0.9);
        run.TextOf(SweepAxes.Batch).ShouldBe("10,20");
        run.Blocks.ShouldBeNull();
    }

    [Fact]
    public void Bind_WhatIsNoValue_StandsAsItsText()
    {
        var run = Bind("--trials=many", "--precision=%", "--server-memory=big", "--order=up", "--seed=-1", "--confidence=0,9");
        (run.Trials!.Number, run.Precision!.Percent.Number, run.ServerMemory!.Mebibytes, run.Order!.Value, run.Seed!.Seed,
            run.Confidence!.Number)
            .ShouldBe((null, null, null, null, null, null));
        run.Order.ToString().ShouldBe("up");
    }

    [Fact]
    public void Reader_OfWhatIsNoValue_RefusesAllAtOnceInWords()
    {
        var reader = new OptionReader();
        reader.Choice<SweepOrder>("--order", "risin");
        reader.Number("--trials", "many", 1, 1000);
        reader.Decimal("--confidence", "0,9", 0.8, 0.999);
        reader.Seed("--seed", "-1");
        reader.Words("--db", "a,,b");
        Should.Throw<UsageException>(reader.ThrowIfRefused).Messages.ShouldBe(
        [
            "--order: 'risin' is not known; did you mean rising? It is one of interleaved, rising, shuffled.",
            "--trials: 'many' is not a whole number from 1 to 1,000; give one.",
            "--confidence: '0,9' is not a number from 0.8 to 0.999; give one, with a point.",
            "--seed: '-1' is not a 64-bit number of 0 or more; give one, decimal or with 0x hexadecimal.",
            "--db: 'a,,b' has an empty entry; separate names by single commas.",
        ]);
    }

    private static RunOptions Bind(params string[] arguments) => (RunOptions)CommandReader.Read(arguments).Options!;
}
