using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Core.Tests.Endpoints;

public sealed class EndpointOptionsTests
{
    private const string Hush = "hushhush";

    private static readonly EndpointOptions Options = new(
        EndpointOption.Number("rows", 1, 1000, "rows a request") with { Default = "200", IsAxis = true },
        EndpointOption.Word("shape", "how rows travel", "batch", "single") with { Default = "batch", IsAxis = true },
        EndpointOption.Size("heap", "memory") with { Default = "1G", IsOfPrivateServer = true },
        EndpointOption.Flag("tls", "encrypted"),
        EndpointOption.Text("user", "who"),
        EndpointOption.Text("key", "what only we know") with { IsSecret = true });

    [Fact]
    public void Read_NothingGiven_HasTheDefaults()
    {
        var values = Options.Read("h:1");
        (values.Place, values.Number("rows"), values.Text("shape"), values.Mebibytes("heap"), values.Flag("tls"),
            values.Text("user"))
            .ShouldBe(("h:1", 200, "batch", 1024, false, null));
        values.WantsPrivateServer.ShouldBeFalse();
    }

    [Fact]
    public void Read_Given_HasTheValuesInTheirOneForm()
    {
        var values = Options.Read("?rows=007&shape=SINGLE&heap=512m&tls=True");
        (values.Number("rows"), values.Text("shape"), values.Mebibytes("heap"), values.Flag("tls"))
            .ShouldBe((7, "single", 512, true));
        values.WantsPrivateServer.ShouldBeTrue();
    }

    [Theory]
    [InlineData("h?rwos=5", "did you mean rows?")]
    [InlineData("h?rows", "rows=VALUE")]
    [InlineData("h?rows=0", "1 to 1000")]
    [InlineData("h?rows=1e3", "1 to 1000")]
    [InlineData("h?rows=5&rows=6", "given twice")]
    [InlineData("h?rows=5,6", "has 2 values")]
    [InlineData("h?shape=round", "batch, single")]
    [InlineData("h?heap=2T", "512M, 2G")]
    [InlineData("h?heap=9999999G", "512M, 2G")]
    [InlineData("h?user=", "user=")]
    public void Read_NotOfTheForm_IsRefusedWithTheRemedy(string endpoint, string remedy)
    {
        string message = Should.Throw<ArgumentException>(() => Options.Read(endpoint)).Message;
        message.ShouldStartWith("--endpoint: ");
        message.ShouldContain(remedy);
    }

    /// <summary>A question mark within a password: what follows it is no option, and no message may tell it.</summary>
    [Theory]
    [InlineData($"Server=h;Password=ab?{Hush};Database=x")]
    [InlineData($"Server=h;Password=ab?shape={Hush}")]
    [InlineData($"root:ab?{Hush}@h")]
    [InlineData($"root:ab?shape={Hush}@h")]
    public void Read_PasswordWithAQuestionMark_IsNotRepeated(string endpoint) =>
        Should.Throw<ArgumentException>(() => Options.Read(endpoint)).ToString().ShouldNotContain(Hush);

    /// <summary>Whatever stands in a value comes back, also what separates values.</summary>
    [Theory]
    [InlineData("a&b=c,d e%26?#+\u00e4")]
    [InlineData("/data/my folder/ca,1.pem")]
    [InlineData("100%")]
    public void At_AnyText_IsReadBackTheSame(string user)
    {
        var values = Options.Read("?user=" + Uri.EscapeDataString(user) + "&rows=5&heap=2G");
        values.Text("user").ShouldBe(user);
        var read = Options.Read(values.At("h:1", withPrivateServer: true));
        read.Place.ShouldBe("h:1");
        read.Given.ShouldBe(values.Given);
        Options.Read(values.At("h:1", withPrivateServer: false)).Given.Keys.ShouldBe(["user", "rows"]);
    }

    [Fact]
    public void Expand_Lists_AreEachCombinationInOrder()
    {
        var variants = Options.Expand("h:1?rows=100,200&user=me&shape=batch,single");
        variants.Select(v => v.Endpoint).ShouldBe(
        [
            "h:1?rows=100&user=me&shape=batch", "h:1?rows=100&user=me&shape=single",
            "h:1?rows=200&user=me&shape=batch", "h:1?rows=200&user=me&shape=single",
        ]);
        variants[1].Choice!.ToString().ShouldBe("rows=100&shape=single");
        variants.ShouldAllBe(v => Options.Read(v.Endpoint).Given.Count == 3);
        variants.ShouldAllBe(v => v.Choice!.Within("h:1?rows=100,200&user=me&shape=batch,single") == v.Endpoint);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("h:1?rows=100")]
    public void Expand_NoList_IsTheEndpointItself(string? endpoint)
    {
        var variant = Options.Expand(endpoint).ShouldHaveSingleItem();
        variant.Endpoint.ShouldBe(endpoint);
        variant.Choice.ShouldBeNull();
    }

    /// <summary>A file may have a question mark in its name.</summary>
    [Fact]
    public void Expand_DatabaseWithoutOptions_LeavesTheTextAlone() =>
        EndpointOptions.None.Expand("/data/what?now=1,2").ShouldHaveSingleItem().Endpoint.ShouldBe("/data/what?now=1,2");

    [Theory]
    [InlineData("?user=a,b", "takes one value")]
    [InlineData("?rows=1,x", "1 to 1000")]
    [InlineData("?rows=5,6,05", "rows=5 is given twice")]
    public void Expand_ListThatIsNone_IsRefused(string endpoint, string remedy) =>
        Should.Throw<ArgumentException>(() => Options.Expand(endpoint)).Message.ShouldContain(remedy);

    [Fact]
    public void Expand_TooManyCombinations_IsRefused() =>
        Should.Throw<ArgumentException>(() =>
            Options.Expand("?rows=" + string.Join(',', Enumerable.Range(1, 501)) + "&shape=batch,single"))
            .Message.ShouldContain("1000");

    [Fact]
    public void Secret_IsNeitherShownNorInAMessage()
    {
        Options.Redact($"h?user=me&key={Hush}").ShouldBe("h?user=me&key=****");
        var strict = new EndpointOptions(EndpointOption.Number("pin", 1, 9, "secret") with { IsSecret = true });
        Should.Throw<ArgumentException>(() => strict.Read($"?pin={Hush}")).Message.ShouldNotContain(Hush);
    }
}
