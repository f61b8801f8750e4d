using DbIngest.Abstractions.Targets;
using DbIngest.Targets.ClickHouse;
using DbIngest.Targets.Mongo;
using DbIngest.Targets.MySql;
using DbIngest.Targets.Neo4j;
using DbIngest.Wire.Bolt;
using DbIngest.Wire.Http;
using DbIngest.Wire.Mongo;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.Tests;

public sealed class AccessRemedyTests
{
    /// <summary>Another password does not help a user who has logged in.</summary>
    [Fact]
    public void OfTarget_UserWithoutARight_IsToBeGrantedIt()
    {
        TargetException[] errors =
        [
            ClickHouseErrors.OfTarget("No", new HttpStatusException(500, "Code: 497. DB::Exception: Not enough privileges.")),
            MongoErrors.OfTarget("No", Unauthorized("not authorized on dbingest to execute command { create: \"records\" }")),
            MySqlErrors.OfTarget("No", new MySqlServerException(1044, "42000", "Access denied for user 'me' to database 'd'")),
            Neo4jErrors.OfTarget("No", new BoltServerException("Neo.ClientError.Security.Forbidden", "Create is not allowed.")),
        ];

        foreach (var error in errors)
        {
            error.Message.ShouldContain("grant");
            error.Message.ShouldNotContain("assword");
        }
    }

    [Fact]
    public void OfTarget_MongoDbClientWithoutALogin_IsAskedForThePassword() => MongoErrors.OfTarget("No",
        Unauthorized("Command create requires authentication")).Message.ShouldContain("DBINGEST_MONGODB_PASSWORD");

    private static MongoServerException Unauthorized(string message) =>
        new(MongoErrorCode.Unauthorized, "Unauthorized", message, []);
}
