using DbIngest.Targets.Catalogue;

namespace DbIngest.Targets.Tests;

public sealed class TargetCatalogTests
{
    [Fact]
    public void Find_AnyCase_GivesTheRegistration() => TargetCatalog.Find("SQLite").Name.ShouldBe("sqlite");

    [Fact]
    public void Find_Unknown_ListsTheKnownOnes()
    {
        var error = Should.Throw<ArgumentException>(() => TargetCatalog.Find("dbase"));

        error.Message.ShouldContain("dbase");
        foreach (var definition in TargetCatalog.All)
        {
            error.Message.ShouldContain(definition.Name);
        }
    }

    [Fact]
    public void All_Registrations_AreCompleteAndDistinct()
    {
        TargetCatalog.All.Select(definition => definition.Name).ShouldBeUnique();
        foreach (var definition in TargetCatalog.All)
        {
            definition.Name.ShouldMatch("^[a-z][a-z0-9]*$");
            definition.Summary.ShouldNotBeNullOrWhiteSpace();
            definition.Needs.ShouldNotBeNullOrWhiteSpace();
            definition.Clients.ShouldNotBeEmpty();
            definition.Contracts.Select(contract => contract.Name).ShouldBeUnique();
            definition.Clients.ShouldContain(definition.DefaultClient);
            definition.Contracts.ShouldContain(definition.DefaultContract);
            definition.Contracts.ShouldAllBe(contract => contract.Meaning.EndsWith('.'));
        }
    }

    [Fact]
    public void All_Registrations_PassTheConformanceSuite()
    {
        var tested = typeof(TargetCatalogTests).Assembly.GetTypes()
            .Select(type => type.BaseType)
            .Where(type => type is { IsGenericType: true } && type.GetGenericTypeDefinition() == typeof(TargetConformance<>))
            .Select(type => type!.GetGenericArguments()[0]);

        TargetCatalog.All.Select(definition => definition.GetType()).ShouldBeSubsetOf(tested);
    }
}
