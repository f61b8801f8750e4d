using DbIngest.Targets.Mongo.Shapes;

namespace DbIngest.Targets.Tests.Mongo;

public sealed class RecordIdentityTests
{
    [Fact]
    public void Of_TheEndOfASource_IsTheBeginningOfTheNext() =>
        RecordIdentity.Of(1, RecordIdentity.Sequences).ShouldBe(RecordIdentity.Of(2, 0));

    [Theory]
    [InlineData(-1)]
    [InlineData(1 << 23)]
    [InlineData(1 << 24)]
    public void Of_ASourceBeyondTheBits_IsNotThatOfAnother(int source) =>
        Should.Throw<ArgumentOutOfRangeException>(() => RecordIdentity.Of(source, 5));
}
