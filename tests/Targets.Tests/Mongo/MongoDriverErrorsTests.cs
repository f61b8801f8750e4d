using DbIngest.Targets.Mongo;
using MongoDB.Driver;

namespace DbIngest.Targets.Tests.Mongo;

/// <summary>What a trial does about the failures that MongoDB's driver names.</summary>
public sealed class MongoDriverErrorsTests
{
    /// <summary>
    /// Connection monitoring and pooling, "Connection Pool Errors": a paused pool is a transient error. Which of two lanes meets
    /// it after the other's connection was lost is chance.
    /// </summary>
    [Fact]
    public void Of_PoolPausedOrItsQueueFull_MayBeSentAgain()
    {
        foreach (MongoException error in (MongoException[])[new MongoConnectionPoolPausedException("paused"),
            new MongoWaitQueueFullException("full")])
        {
            MongoDriverErrors.IsOfDriver(error).ShouldBeTrue();
            var failure = MongoDriverErrors.Of(error);
            failure.IsTransient.ShouldBeTrue(error.Message);
            failure.IsAmbiguous.ShouldBeTrue("a part of a batch that the driver split may be stored");
        }
    }

    [Fact]
    public void Of_ClientThatIsMisconfigured_IsNotSentAgain() =>
        MongoDriverErrors.Of(new MongoConfigurationException("wrong")).IsTransient.ShouldBeFalse();
}
