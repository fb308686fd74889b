"""What Main Match is made of in the cloud, and the same thing on one machine."""
