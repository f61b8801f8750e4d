using DbIngest.Analysis.Advise;
using DbIngest.Core.Plan;
using DbIngest.Runner.Advising;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Tests.Advising;

/// <summary>A resumed advice finds the result folders of its steps, of hybrids too, and takes none for another's.</summary>
public class AdviseStepTests
{
    [Theory]
    [InlineData("20260102T030405Z-postgres-rate", "postgres-rate")]
    [InlineData("20260102T030405Z-sqlite-postgres-rate", "sqlite-postgres-rate")]
    [InlineData("20260102T030405Z-sqlite-postgres-space", "sqlite-postgres-space")]
    [InlineData("20260102T030405Z-mysql-rate", null)]
    [InlineData("postgres-rate", null)]
    public void Owns_HybridAndItsPart_TellsTheirFoldersApart(string folder, string? owner)
    {
        string[] owners = owner is null ? [] : [owner];
        Steps("sqlite+postgres", "postgres").Where(step => step.Owns(Path.Combine("advice", folder))).Select(step => step.Name)
            .ShouldBe(owners);
    }

    [Fact]
    public void Name_OfAStep_IsThatOfItsSweep() => Steps("sqlite+postgres", "postgres")
        .ShouldAllBe(step => step.Arguments.Contains("--name=" + step.Name));

    /// <summary>A hybrid is reached by the endpoints of its parts, and a store alone by its own.</summary>
    [Theory]
    [InlineData("sqlite+postgres,postgres", true, true)]
    [InlineData("sqlite+postgres,sqlite", true, false)]
    [InlineData("postgres,sqlite", true, false)]
    public void Arguments_EndpointOfAPart_GoToTheStoresThatHaveIt(string stores, bool first, bool second)
    {
        SearchLimit.TryParse("p99:1s", out var limit).ShouldBeTrue();
        AdviseStep.Of(new AdviceRequest(100, "1y", 31_536_000, limit!), stores.Split(','), ["--endpoint=postgres=db1"])
            .Take(2).Select(step => step.Arguments.Contains("--endpoint=postgres=db1")).ShouldBe([first, second]);
    }

    /// <summary>As <c>run</c> reads names: else SQLite would take the text for a path.</summary>
    [Fact]
    public void Arguments_NameInAnotherCase_GoToItsStoreAlone()
    {
        SearchLimit.TryParse("p99:1s", out var limit).ShouldBeTrue();
        const string endpoint = "--endpoint=Postgres =db1";
        AdviseStep.Of(new AdviceRequest(100, "1y", 31_536_000, limit!), ["sqlite", "postgres"], [endpoint])
            .Take(2).Select(step => step.Arguments.Contains(endpoint)).ShouldBe([false, true]);
    }

    [Fact]
    public void Unnamed_ValuesWithoutAStore_AreListedWhereThereAreSeveral()
    {
        string[] arguments = ["--endpoint=Host=db1", "--endpoint=Postgres=db2", "--password-file=secret", "--batch=10"];
        AdviseStep.Unnamed(["sqlite", "postgres"], arguments).ShouldBe(["--endpoint=Host=db1", "--password-file=secret"]);
        AdviseStep.Unnamed(["postgres", "cassandra"], ["--container=postgres:16", "--container=cassandra=cassandra:5"])
            .ShouldBe(["--container=postgres:16"]);
        AdviseStep.Unnamed(["postgres", "cassandra"], [$"--container={ArgumentNormalizer.LeftOut}"]).ShouldBeEmpty();
        AdviseStep.Unnamed(["sqlite+postgres"], arguments).Count.ShouldBe(2);
        AdviseStep.Unnamed(["postgres"], arguments).ShouldBeEmpty();
    }

    private static IReadOnlyList<AdviseStep> Steps(params string[] stores)
    {
        SearchLimit.TryParse("p99:1s", out var limit).ShouldBeTrue();
        return AdviseStep.Of(new AdviceRequest(100, "1y", 31_536_000, limit!), stores, []);
    }
}
