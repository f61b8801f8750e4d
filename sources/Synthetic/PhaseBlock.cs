namespace DbIngest.Sources.Synthetic;

/// <summary>
/// One phase during one block: voltage and current as straight lines over the row in the block, and the load's angle.
/// </summary>
/// <param name="Voltage">V at row 0, without load.</param>
/// <param name="VoltageSlope">V a row.</param>
/// <param name="VoltageNoise">V, the largest deviation.</param>
/// <param name="Resistance">Ohm: the line's voltage drop per ampere.</param>
/// <param name="Current">A at row 0.</param>
/// <param name="CurrentSlope">A a row.</param>
/// <param name="CosPhi">The power factor.</param>
/// <param name="SinPhi">The reactive factor; not negative: the loads are inductive.</param>
internal readonly record struct PhaseBlock(
    double Voltage, double VoltageSlope, double VoltageNoise, double Resistance, double Current, double CurrentSlope, double CosPhi, double SinPhi)
{
    /// <summary>The phase during an event: the voltage scaled, and with it the current, as of a constant impedance.</summary>
    public PhaseBlock Scaled(double factor) => this with
    {
        Voltage = Voltage * factor,
        VoltageSlope = VoltageSlope * factor,
        VoltageNoise = VoltageNoise * factor,
        Resistance = Resistance * factor,
        Current = Current * factor,
        CurrentSlope = CurrentSlope * factor,
    };
}
