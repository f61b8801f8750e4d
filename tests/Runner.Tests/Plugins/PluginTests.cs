using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Plugins;
using DbIngest.Runner.Resuming;
using DbIngest.Wire;

namespace DbIngest.Runner.Tests.Plugins;

public class PluginTests
{
    [Fact]
    public void Load_NoPlugin_NamesWhatToDo()
    {
        RefusalOf("nowhere.dll")
            .ShouldBe("--plugin nowhere.dll: there is no such file; build the plug-in ('dotnet build') and name its .dll.");
        RefusalOf(Path.ChangeExtension(typeof(PluginTests).Assembly.Location, ".deps.json")).ShouldContain("is no .NET assembly");
        RefusalOf(typeof(WireException).Assembly.Location).ShouldContain("does not refer to DbIngest.Abstractions");
        RefusalOf(typeof(Databases).Assembly.Location)
            .ShouldContain("refers to DbIngest.Core, which changes from version to version");
    }

    [Theory]
    [InlineData("3.0.0.0", "3.0")]
    [InlineData("1.1.0.0", "1.1")]
    [InlineData("2.9.0.0", "2.9")]
    public void Read_OtherVersionOfTheContracts_NamesBoth(string against, string named)
    {
        string file = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        File.WriteAllBytes(file, AssemblyAgainst(Version.Parse(against)));
        try
        {
            RefusalOf(file).ShouldContain($"was built against DbIngest.Abstractions {named}, and this program has 2.0");
        }
        finally
        {
            File.Delete(file);
        }
    }

    /// <summary>As a full disk or a broken copy leaves it: the length is right.</summary>
    [Fact]
    public void Read_DamagedMetadata_IsRefusedByName()
    {
        string file = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        byte[] content = AssemblyAgainst(new Version(2, 0, 0, 0));
        content.AsSpan(content.AsSpan().IndexOf("BSJB"u8)).Clear();
        File.WriteAllBytes(file, content);
        try
        {
            RefusalOf(file).ShouldContain("it is damaged (");
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Fact]
    public void IsTaken_SameMajorVersionAndNoNewerMinorOne() =>
        new[] { "2.0.0.0", "2.0.7.0", "2.1.0.0", "3.0.0.0", "1.1.0.0" }.Select(Version.Parse).Select(PluginFile.IsTaken)
            .ShouldBe([true, true, false, false, false]);

    [Theory]
    [InlineData(typeof(PluginTests), "holds no public class that derives from TargetDefinition")]
    [InlineData(typeof(WithParameter), "WithParameter has no public constructor without parameters")]
    [InlineData(typeof(Throwing), "(InvalidOperationException): not today; this is a defect in the plug-in")]
    [InlineData(typeof(BadName), "BadName is named 'My DB'; a name on the command line is lower-case letters")]
    [InlineData(typeof(NoContract), "NoContract has no durability level")]
    [InlineData(typeof(NoDefault), "NoDefault has several write paths or durability levels; set IsDefault on exactly one")]
    public void DefinitionsOf_RuleBroken_IsNamed(Type type, string message) =>
        Should.Throw<UsageException>(() => Plugin.DefinitionsOf("own.dll", [type])).Messages.ShouldHaveSingleItem()
            .ShouldSatisfyAllConditions(
            said => said.ShouldStartWith("--plugin own.dll: "),
            said => said.ShouldContain(message));

    [Fact]
    public void Differences_FileThatChangedOrIsMissing_AreNamed()
    {
        var stored = new PluginInfo("Acme", "1.0.0", "1.0", new string('a', 64), ["acme"]);
        PluginDifferences.Between([stored], [stored]).ShouldBeEmpty();
        PluginDifferences.Between([stored], [stored with { Sha256 = new string('b', 64) }]).ShouldHaveSingleItem()
            .ShouldBe("the plug-in Acme is 1.0.0 with SHA-256 bbbbbbbbbbbbbbbb, and was 1.0.0 with SHA-256 aaaaaaaaaaaaaaaa");
        PluginDifferences.Between([stored], []).ShouldHaveSingleItem()
            .ShouldStartWith("the plug-in Acme is not there, and was 1.0.0");
    }

    private static string RefusalOf(string file) => Should.Throw<UsageException>(() => Databases.With([file]))
        .Messages.ShouldHaveSingleItem();

    /// <summary>The smallest assembly that refers to the contracts of a version.</summary>
    internal static byte[] AssemblyAgainst(Version version)
    {
        var metadata = new MetadataBuilder();
        metadata.AddModule(0, metadata.GetOrAddString("own.dll"), metadata.GetOrAddGuid(Guid.NewGuid()), default, default);
        metadata.AddAssembly(metadata.GetOrAddString("own"), new Version(1, 0), default, default, default,
            AssemblyHashAlgorithm.None);
        metadata.AddAssemblyReference(metadata.GetOrAddString("DbIngest.Abstractions"), version, default, default, default,
            default);
        metadata.AddTypeDefinition(TypeAttributes.Class, default, metadata.GetOrAddString("<Module>"), default,
            MetadataTokens.FieldDefinitionHandle(1), MetadataTokens.MethodDefinitionHandle(1));
        var image = new BlobBuilder();
        new ManagedPEBuilder(new PEHeaderBuilder(imageCharacteristics: Characteristics.Dll), new MetadataRootBuilder(metadata),
            new BlobBuilder()).Serialize(image);
        return image.ToArray();
    }

    public class BadName : TargetDefinition
    {
        public override string Name => "My DB";

        public override string Summary => "one";

        public override string Needs => "nothing";

        public override DataModel Model => DataModel.None;

        public override IReadOnlyList<DurabilityContract> Contracts => [new("none", "Nothing survives.", Survival.Nothing)];

        public override ITarget Open(TargetOptions options) => throw new NotSupportedException();

        public override TargetAvailability Probe(TargetOptions options) => new(false, "never");
    }

    public sealed class NoContract : BadName
    {
        public override string Name => "mydb";

        public override IReadOnlyList<DurabilityContract> Contracts => [];
    }

    public sealed class NoDefault : BadName
    {
        public override string Name => "mydb";

        public override IReadOnlyList<DurabilityContract> Contracts =>
            [new("none", "Nothing survives.", Survival.Nothing), new("all", "All survives.", Survival.PowerLoss)];
    }

    public sealed class WithParameter(int number) : BadName
    {
        public int Number => number;
    }

    public sealed class Throwing : BadName
    {
        public Throwing() => throw new InvalidOperationException("not today");
    }
}
